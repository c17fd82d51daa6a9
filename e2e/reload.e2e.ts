import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { joinGroup, talk } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

/** So often in a row, as someone does who thinks that it helps. How long it takes is measured by `npm run bench -- web-reload`. */
const RELOADS = 3;

/** Whether a page rings, now or at any time from now on until it is reloaded. */
const watchRings = async (page: Page): Promise<() => Promise<boolean>> => {
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector('[data-testid="incoming-call"]')) document.body.dataset.rang = 'yes';
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => document.body.dataset.rang === 'yes');
};

/** Since when the page says that it is in the group's call, which its timer counts from. */
const inCallSince = (page: Page): Promise<number> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('hibiki.call') ?? '{}').call.since);

describe('a call whose page is reloaded', () => {
  const people = setUpPeople();
  const { person } = people;

  test('goes on for the caller and the callee, whoever reloads, and no one is rung (D17)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    for (const [page, other] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      const rang = await watchRings(other);
      for (let run = 0; run < RELOADS; run++) {
        await page.reload();
        await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
      }
      await Promise.all([soundFlows(alice), soundFlows(bob)]);
      expect(await rang()).toBe(false);
      expect(await page.getByTestId('incoming-call').count()).toBe(0);
    }
    await alice.getByTestId('hang-up').click();
    await bob.getByTestId('call-ended').waitFor();
  });

  test('stays muted and without a camera, and both may be reloaded at once (D17)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    await alice.getByTestId('toggle-microphone').click();
    await alice.getByTestId('toggle-camera').click();
    await bob.getByTestId('peer-muted').waitFor();
    await Promise.all([alice.reload(), bob.reload()]);
    await framesFlow(alice, 1);
    await bob.getByTestId('peer-muted').waitFor();
    await soundFlows(alice);
    expect(await alice.getByTestId('self-view').count()).toBe(0);
    await alice.getByTestId('toggle-microphone').click();
    await alice.getByTestId('toggle-camera').click();
    await Promise.all([framesFlow(bob, 1), soundFlows(bob)]);
  });

  test('is not taken by a copy of its tab, but by the tab that is opened in place of one that has crashed', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    const kept = await bob.evaluate(() => sessionStorage.getItem('hibiki.call'));
    /** Opens a tab with the session storage of the first one, as browsers do when they restore or duplicate a tab. */
    const openCopy = async (): Promise<Page> => {
      const copy = await bob.context().newPage();
      await copy.addInitScript((text) => {
        if (text !== null) sessionStorage.setItem('hibiki.call', text);
      }, kept);
      await copy.goto(bob.url());
      return copy;
    };
    const copy = await openCopy();
    await copy.getByTestId('ask-first').waitFor();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    await copy.close();

    const devtools = await bob.context().newCDPSession(bob);
    const crashed = bob.waitForEvent('crash');
    devtools.send('Page.crash').catch(() => {});
    await crashed;
    await alice.getByTestId('peer-away').waitFor();
    const again = await openCopy();
    await Promise.all([framesFlow(alice, 1), framesFlow(again, 1)]);
    await alice.getByTestId('hang-up').click();
    await again.getByTestId('call-ended').waitFor();
  });

  test('is returned to from the home of a new tab after its own was closed, for as long as the other side waits', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    const openHome = async (): Promise<Page> => {
      const tab = await bob.context().newPage();
      await tab.goto('/user');
      await tab.getByRole('button', { name: 'Call Alice' }).waitFor();
      return tab;
    };
    const tab = await openHome();
    const offer = (page: Page) => page.getByTestId('return-to-closed-call');
    expect(await offer(tab).count()).toBe(0);
    await bob.close();
    await offer(tab).getByText('Your call with Alice continues.').waitFor();
    await offer(tab).getByRole('button', { name: 'Return to call' }).click();
    await Promise.all([framesFlow(alice, 1), framesFlow(tab, 1)]);

    await tab.close();
    const last = await openHome();
    await offer(last).waitFor();
    await alice.getByTestId('hang-up').click();
    await offer(last).waitFor({ state: 'detached' });
  });

  test('goes on in a group, in which no one is told of coming and going (G2)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    const said = await alice.evaluateHandle(() => {
      const texts: string[] = [];
      const regions = [...document.querySelectorAll('[role="status"], [aria-live]')];
      for (const region of regions) {
        new MutationObserver(() => texts.push(region.textContent ?? '')).observe(region, {
          childList: true,
          subtree: true,
          characterData: true,
        });
      }
      return texts;
    });
    await bob.getByTestId('toggle-microphone').click();
    await bob.getByRole('button', { name: 'Raise your hand' }).click();
    await alice.getByTestId('hand').waitFor();
    const since = await inCallSince(bob);
    for (let run = 0; run < RELOADS; run++) {
      await bob.reload();
      await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    }
    expect([since, await inCallSince(bob)]).toEqual([expect.any(Number), since]);
    expect((await said.jsonValue()).filter((text) => /has (joined|left)/.test(text))).toEqual([]);
    await bob.getByRole('button', { name: 'Unmute' }).waitFor();
    await bob.getByRole('button', { name: 'Lower your hand' }).waitFor();
    await alice.getByTestId('hand').waitFor();
  });
});

describe('the address of a call', () => {
  const people = setUpPeople();
  test('rings no one when it is opened, and does at a press', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await talk(alice, bob, 'Bob');
    const address = alice.url();
    await alice.getByTestId('hang-up').click();
    await bob.getByTestId('call-ended').waitFor();
    const rang = await watchRings(bob);
    const tab = await alice.context().newPage();
    await tab.goto(address);
    await tab.getByTestId('ask-first').getByText('Call Bob?').waitFor();
    await alice.reload();
    await alice.getByTestId('ask-first').waitFor();
    expect(await rang()).toBe(false);
    await tab.getByTestId('call-now').click();
    await bob.getByTestId('incoming-call').waitFor();
  });
});
