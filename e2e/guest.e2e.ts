import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { findingsOfAxe } from './support/axe.ts';
import { joinGroup } from './support/calls.ts';
import { demoGroup } from './support/demo-group.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { makeGroupLink, makeGuestLink } from './support/guest-links.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

declare global {
  interface Window {
    __clicks: number;
  }
}

/** What a hand does on the page, and not what a script does; for as long as the page is not reloaded. */
const countClicks = (page: Page) =>
  page.addInitScript(() => {
    window.__clicks = 0;
    addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) window.__clicks += 1;
    });
  });

describe('a guest', () => {
  const people = setUpPeople();

  test('is in the group call within two clicks, sees and hears, reloads into it, leaves and comes back', async () => {
    const { url } = await makeGroupLink(people.system);
    const alice = await people.person('alice');
    await joinGroup(alice);
    const guest = await people.stranger();
    await countClicks(guest);
    const requested: string[] = [];
    guest.on('request', (request) => {
      const { referer = '' } = request.headers();
      requested.push(request.url(), referer);
    });
    await guest.goto(url);
    await guest.locator('input:focus').waitFor();
    await guest.keyboard.type('Grace');
    expect(new URL(guest.url()).hash).toBe('');
    await guest.getByRole('button', { name: 'Continue' }).click();
    await guest.getByTestId('join').click();
    await Promise.all([framesFlow(guest, 1), framesFlow(alice, 1)]);
    expect(await guest.evaluate(() => window.__clicks)).toBe(2);
    await Promise.all([soundFlows(guest), soundFlows(alice)]);
    await alice.getByText('Grace').first().waitFor();
    // The secret of the link goes to the server in bodies and frames alone: no log and no other page ever reads it.
    const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
    expect(requested.filter((text) => text.split('#')[0]?.includes(token))).toEqual([]);

    await guest.reload();
    await framesFlow(guest, 1);
    await guest.getByTestId('leave').click();
    await guest.getByRole('heading', { name: 'You left the call' }).waitFor();
    await guest.getByRole('button', { name: 'Join again' }).click();
    await framesFlow(guest, 1);
  });

  test('is out, and reads why, when the link is withdrawn in the middle of a call', async () => {
    const link = await makeGroupLink(people.system);
    const guest = await people.stranger();
    await guest.goto(link.url);
    await guest.getByLabel('Your name').fill('Grace');
    await guest.getByRole('button', { name: 'Continue' }).click();
    await guest.getByTestId('join').click();
    await guest.getByTestId('alone').waitFor();
    await people.system.write('alice', 'DELETE', link['@id'].replace('/api/v1', ''));
    await guest.getByRole('heading', { name: 'This link was revoked.' }).waitFor();
  });

  test('reads why a link does not let in, and waits for one that does not yet', async () => {
    const guest = await people.stranger();
    await guest.goto('/guest');
    await guest.getByRole('heading', { name: 'This link isn’t valid.' }).waitFor();
    await guest.goto('/guest#token=nonsense');
    await guest.getByRole('heading', { name: 'This link isn’t valid.' }).waitFor();
    const { '@id': group } = await demoGroup(people.system);
    const start = new Date(Date.now() + 3_600_000).toISOString();
    const path = group.replace('/api/v1', '');
    await people.system.write('alice', 'PATCH', path, { start });
    try {
      const { url } = await makeGuestLink(people.system, { group });
      await guest.goto(url);
      const text = await guest.getByText('This call starts on').textContent();
      expect(text).toMatch(/This call starts on \d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{2}:\d{2}\./);
    } finally {
      await people.system.write('alice', 'PATCH', path, { start: null });
    }
    // It looks again by itself.
    await guest.getByLabel('Your name').waitFor();
  });

  test('reads in either language why a link does not let in any more', async () => {
    const guest = await people.stranger();
    const reads = async (url: string, english: string, japanese: string) => {
      for (const [language, text] of [
        ['en', english],
        ['ja', japanese],
      ] as const) {
        await guest.goto('/about');
        await guest.evaluate((code) => localStorage.setItem('hibiki.lang', code), language);
        // A link that differs in its fragment alone would not be reloaded.
        await guest.goto('about:blank');
        await guest.goto(url);
        await guest.getByRole('heading', { name: text }).waitFor();
      }
    };
    await reads('/guest#token=nonsense', 'This link isn’t valid.', 'リンクが正しくありません。');
    const withdrawn = await makeGroupLink(people.system);
    await people.system.write('alice', 'DELETE', withdrawn['@id'].replace('/api/v1', ''));
    await reads(withdrawn.url, 'This link was revoked.', 'このリンクは無効になっています。');
    const ended = (await people.system.write('alice', 'POST', '/groups', { name: 'Over soon' })) as {
      readonly '@id': string;
    };
    const { url } = await makeGuestLink(people.system, { group: ended['@id'] });
    await people.system.write('alice', 'PATCH', ended['@id'].replace('/api/v1', ''), {
      end: new Date(Date.now() - 60_000).toISOString(),
    });
    await reads(url, 'The link has expired.', 'リンクの有効期限が切れています。');
  });

  test('rings the person who gave a 1-to-1 link, and they talk', async () => {
    const { url } = await makeGuestLink(people.system, {});
    const alice = await people.person('alice');
    const guest = await people.stranger();
    await countClicks(guest);
    await guest.goto(url);
    await guest.getByLabel('Your name').fill('Grace');
    await guest.getByRole('button', { name: 'Continue' }).click();
    // No one is rung before one has seen and heard oneself.
    await guest.locator('video[data-kind=self][data-ready=true]').waitFor();
    await until(
      'one is heard',
      async () => (await guest.getByTestId('level').getAttribute('data-level')) !== '0',
    );
    expect(await alice.getByTestId('incoming-call').count()).toBe(0);
    await guest.getByTestId('join').click();
    const accept = alice.getByRole('button', { name: 'Answer', exact: true });
    await accept.click();
    await Promise.all([framesFlow(guest, 1), framesFlow(alice, 1)]);
    expect(await guest.evaluate(() => window.__clicks)).toBe(2);
    await alice.getByRole('button', { name: 'End call' }).click();
    await guest.getByText('Alice ended the call').waitFor();

    // Muted and unseen, as one has chosen.
    await guest.goto(url);
    await guest.getByRole('button', { name: 'Continue' }).click();
    await guest.getByTestId('preview-microphone').click();
    await guest.getByTestId('preview-camera').click();
    await guest.getByTestId('join').click();
    await accept.click();
    await framesFlow(guest, 1);
    await alice.getByTestId('peer-muted').waitFor();
    await guest.getByRole('button', { name: 'Turn camera on' }).waitFor();
    expect(await alice.locator('video[data-kind=remote]').count()).toBe(0);
  });

  test('has screens that are accessible, in both themes, on phone and desktop', async () => {
    const { url } = await makeGroupLink(people.system);
    const guest = await people.stranger();
    const found = await findingsOfAxe(guest, [
      { path: url.replace(people.system.url, ''), ready: (page) => page.getByLabel('Your name') },
      { path: '/guest#token=nonsense', ready: (page) => page.getByTestId('guest-closed') },
    ]);
    // Who has left, in a tab that knows its link: what the last page of a tab has kept, Chromium may not have read yet
    // when another address is opened in it by hand.
    const left = await people.stranger();
    await left.addInitScript(
      (token) =>
        sessionStorage.setItem('hibiki.guest', JSON.stringify({ token, name: 'Grace', entered: false })),
      new URLSearchParams(new URL(url).hash.slice(1)).get('token'),
    );
    found.push(
      ...(await findingsOfAxe(left, [
        { path: '/guest?left', ready: (page) => page.getByRole('button', { name: 'Join again' }) },
      ])),
    );
    expect(found).toEqual([]);
  });
});
