import type { Browser, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { comeOnline, launchBrowser, openPage } from './support/browser.ts';
import { joinGroup } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

/** The server notices a silent socket, and waits for the grace time. */
const GONE_LIMIT_MS = 60_000;

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

/**
 * Plays nothing before that button is pressed. Chromium itself refuses no page that Playwright looks at: what is run in it counts
 * as a touch.
 */
const holdSoundBack = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    let touched = false;
    const touch = ({ target }: Event) => {
      touched ||= target instanceof Element && target.closest('[data-testid=sound-unlock]') !== null;
    };
    document.addEventListener('click', touch, { capture: true });
    const { play } = HTMLAudioElement.prototype;
    HTMLAudioElement.prototype.play = async function (this: HTMLAudioElement) {
      if (!touched) throw new DOMException('As a page that nobody has touched', 'NotAllowedError');
      await play.call(this);
    };
  });
  await page.reload();
};

describe('somebody in a group call', () => {
  const people = setUpPeople(
    () => ({ name: 'group-away', environment: { SESSION_GRACE_SECONDS: '3' } }),
    undefined,
    {
      staySignedIn: true,
    },
  );
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
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);

    // The lid is closed: nothing of the browser runs.
    const pids = await processesOf(laptop);
    tell(pids, 'SIGSTOP');
    try {
      await bob.getByTestId('alone').waitFor({ timeout: GONE_LIMIT_MS });
    } finally {
      tell(pids, 'SIGCONT');
    }
    await othersOf(bob).waitFor();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    await alice.getByTestId('reconnecting').waitFor({ state: 'detached' });
  });

  test('whose browser holds the sound back starts all of it by one button', async () => {
    const [alice, bob, carol] = await Promise.all(
      ['alice', 'bob', 'carol'].map((name) => people.person(name)),
    );
    if (!alice || !bob || !carol) return;
    await holdSoundBack(alice);
    await joinGroup(bob);
    await joinGroup(carol);
    await framesFlow(bob, 1);
    await joinGroup(alice);
    await alice.getByTestId('sound-unlock').waitFor();
    const playing = () =>
      alice.evaluate(() => [...document.querySelectorAll('audio')].map(({ paused }) => !paused));
    await expect.poll(playing).toEqual([false, false]);
    await alice.getByRole('button', { name: 'Turn sound on' }).click();
    await alice.getByTestId('sound-unlock').waitFor({ state: 'detached' });
    expect(await playing()).toEqual([true, true]);
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
