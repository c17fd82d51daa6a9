import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { joinGroup } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { until } from './support/until.ts';

const TOKEN_MINUTES = 1;

describe('a group call in which something goes wrong', () => {
  const people = setUpSystem(
    () => ({
      name: 'group-recovery',
      environment: { AUTH_ACCESS_TOKEN_MINUTES: String(TOKEN_MINUTES), SESSION_GRACE_SECONDS: '4' },
    }),
    { browser: { realPermissions: true } },
  );

  const member = async (name: string): Promise<Page> => {
    const page = await people.person(name);
    await joinGroup(page);
    return page;
  };
  const bothSee = () => Promise.all(people.pages.map((page) => framesFlow(page, 1)));
  /** Of the two transports: another one after an ICE restart (RFC 8445, 9). */
  const usernameFragments = (page: Page) =>
    page.evaluate(() =>
      window.__peerConnections
        .filter(({ connectionState }) => connectionState === 'connected')
        .map(({ localDescription }) => /ice-ufrag:(\S+)/.exec(localDescription?.sdp ?? '')?.[1])
        .join(' '),
    );

  test('goes on in another network, without a microphone, when all is restarted and tokens expire', async () => {
    const began = Date.now();
    const [alice, bob] = await Promise.all([member('alice'), member('bob')]);
    await bothSee();

    const before = await usernameFragments(alice);
    // What browsers fire when a machine is in another network.
    await alice.evaluate(() => window.dispatchEvent(new Event('online')));
    await until('ICE has restarted', async () => {
      const now = await usernameFragments(alice);
      return now !== '' && now !== before;
    });
    await bothSee();

    // Permission withdrawn ends the track, as an unplugged device does; given again, it is taken up.
    await alice.context().clearPermissions();
    await alice.context().grantPermissions(['camera']);
    await alice.getByText('The microphone is blocked').waitFor();
    await bob.getByTestId('muted').waitFor();
    await framesFlow(alice, 1);
    await alice.context().grantPermissions(['camera', 'microphone']);
    await alice.getByText('The microphone is blocked').waitFor({ state: 'detached' });
    await soundFlows(bob);

    const restarted = people.system.restart();
    await alice.getByTestId('reconnecting').waitFor();
    await restarted;
    await bothSee();
    await alice.getByTestId('reconnecting').waitFor({ state: 'detached' });

    await until(
      'the first tokens have expired',
      () => Date.now() - began > TOKEN_MINUTES * 60_000,
      TOKEN_MINUTES * 60_000,
    );
    await bothSee();
  });

  test('is not joined again unasked by a tab that was away for so long that the others saw it leave', async () => {
    const [alice, bob] = await Promise.all([member('alice'), member('bob')]);
    await bothSee();
    const address = alice.url();
    await alice.goto('about:blank');
    await bob.getByTestId('alone').waitFor();
    await alice.goto(`${people.system.url}/user/recordings`);
    await until('the call is forgotten', () =>
      alice.evaluate(() => sessionStorage.getItem('hibiki.call') === null),
    );
    await alice.getByRole('heading', { name: 'Recordings' }).waitFor();
    expect(await alice.getByTestId('call-window').count()).toBe(0);
    // Those that the page has asked for the browser's codecs are closed.
    const open = await alice.evaluate(
      () => window.__peerConnections.filter(({ connectionState }) => connectionState !== 'closed').length,
    );
    expect(open).toBe(0);
    await alice.goto(address);
    await alice.getByText('Ready to join?').waitFor();
    expect(await bob.getByTestId('alone').count()).toBe(1);
    await alice.getByRole('button', { name: 'Join' }).click();
    await bothSee();
  });
});
