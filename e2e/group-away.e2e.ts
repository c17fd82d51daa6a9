import type { Browser, Page } from 'playwright';
import { afterEach, describe, expect, test } from 'vitest';
import { comeOnline, launchBrowser, openPage } from './support/browser.ts';
import { joinGroup } from './support/calls.ts';
import { framesFlow, sees } from './support/frames.ts';
import { holdSoundBack, soundsPlaying } from './support/held-sound.ts';
import { setUpSystem } from './support/set-up.ts';

/** Everything of a browser, as its own list of processes has it. */
const processesOf = async (browser: Browser): Promise<number[]> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.map(({ id }) => id);
};
const tell = (pids: readonly number[], signal: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, signal);
};

describe('someone in a group call', () => {
  const people = setUpSystem(() => ({ name: 'group-away', environment: { SESSION_GRACE_SECONDS: '3' } }));
  const browsers: Browser[] = [];
  const ownBrowser = async (options: Parameters<typeof launchBrowser>[0]): Promise<Browser> => {
    const browser = await launchBrowser(options);
    browsers.push(browser);
    return browser;
  };
  afterEach(async () => {
    for (const browser of browsers.splice(0)) await browser.close();
  });
  const othersOf = (page: Page) => page.locator('[data-testid=tile] video[data-kind=remote]');

  test('whose laptop has slept is in the call again by itself', async () => {
    const bob = await people.person('bob');
    await joinGroup(bob);
    const laptop = await ownBrowser({});
    const alice = await openPage(laptop, { url: people.system.url });
    await comeOnline(alice, people.system.account('alice'));
    await joinGroup(alice);
    await Promise.all([sees(alice, 1), sees(bob, 1)]);

    // The lid is closed: nothing of the browser runs.
    const pids = await processesOf(laptop);
    tell(pids, 'SIGSTOP');
    try {
      // The server notices a silent socket, and waits for the grace time.
      await bob.getByTestId('alone').waitFor();
    } finally {
      tell(pids, 'SIGCONT');
    }
    await othersOf(bob).waitFor();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    await alice.getByTestId('reconnecting').waitFor({ state: 'detached' });
  });

  test('who closes the tab is gone for the others, who go on, when the grace time is over', async () => {
    const [alice, carol] = await Promise.all([people.person('alice'), people.person('carol')]);
    await Promise.all([joinGroup(alice), joinGroup(carol)]);
    await alice.getByTestId('leave').waitFor();
    await people.extra(alice, 'Ann');
    await sees(alice, 2);
    await carol.close();
    await othersOf(alice).nth(1).waitFor({ state: 'detached' });
    await framesFlow(alice, 1);
  });

  test('whose browser holds the sound back starts all of it by one button', async () => {
    const alice = await people.person('alice');
    await holdSoundBack(alice);
    await people.extra(alice, 'Ann');
    await people.extra(alice, 'Ben');
    await joinGroup(alice);
    await alice.getByTestId('sound-unlock').waitFor();
    await expect.poll(() => soundsPlaying(alice)).toEqual([false, false]);
    await alice.getByRole('button', { name: 'Turn on audio' }).click();
    await alice.getByTestId('sound-unlock').waitFor({ state: 'detached' });
    expect(await soundsPlaying(alice)).toEqual([true, true]);
  });

  test('reads in a second tab that the first one is in a call, and joins there once it is not', async () => {
    const alice = await people.person('alice');
    const ann = await people.extra(alice, 'Ann');
    await joinGroup(alice);
    await sees(alice, 1);
    const otherTab = await alice.context().newPage();
    await joinGroup(otherTab);
    const over = otherTab.getByTestId('group-call-over');
    await over.getByText('You’re in a call in another tab').waitFor();
    // Neither does it begin one between two.
    await otherTab.goto('/user');
    await otherTab.getByRole('button', { name: 'Call Reception' }).click();
    await otherTab.getByTestId('call-ended').getByText('You’re in a call in another tab').waitFor();
    await joinGroup(otherTab);
    await over.getByText('You’re in a call in another tab').waitFor();
    await framesFlow(alice, 1);
    const left = ann.someoneLeft();
    await alice.getByTestId('leave').click();
    await left;
    await otherTab.getByTestId('join-again').click();
    await framesFlow(otherTab, 1);
  });

  test('whose sign-in is withdrawn reads so', async () => {
    const carol = await people.person('carol');
    await joinGroup(carol);
    await carol.getByTestId('leave').waitFor();
    // A new password ends all sign-ins with the old one.
    const user = (await people.system.read('carol', '/users/current')) as { readonly '@id': string };
    const plainPassword = `${people.system.account('carol').password} no more`;
    await people.system.write('admin', 'PATCH', user['@id'].replace('/api/v1', ''), { plainPassword });
    await carol.getByText('You were signed out, and the call has ended.').waitFor();
    await carol.waitForURL('**/signin**');
  });
});
