import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPage, signIn } from './support/browser.ts';
import { callPair } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { type System, startSystem } from './support/system.ts';
import { until } from './support/until.ts';

const CHROMIUM = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';

describe('a 1-to-1 call in which something goes wrong', () => {
  let system: System;
  let browser: Browser;
  let pages: Page[] = [];

  beforeAll(async () => {
    system = await startSystem({ name: 'direct-recovery' });
    // Without the fake permission prompt of the other tests: permissions can be withdrawn here, and that ends tracks.
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--use-fake-device-for-media-stream'],
    });
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    pages = [];
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const person = async (name: string): Promise<Page> => {
    const page = await openPage(browser, { url: system.url });
    pages.push(page);
    await signIn(page, system.account(name));
    return page;
  };
  const talk = async (): Promise<readonly [Page, Page]> => {
    const [alice, bob] = [await person('alice'), await person('bob')];
    await callPair(alice, 'Bob');
    await bob.getByTestId('accept').click();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    return [alice, bob];
  };
  const usernameFragment = (page: Page) =>
    page.evaluate(
      () => /ice-ufrag:(\S+)/.exec(window.__peerConnections.at(-1)?.localDescription?.sdp ?? '')?.[1],
    );

  test('finds its way again when the network has changed, and counts down while the microphone is blocked', async () => {
    const [alice, bob] = await talk();
    const before = await usernameFragment(alice);
    // What browsers fire when a machine is in another network.
    await alice.evaluate(() => window.dispatchEvent(new Event('online')));
    await until('ICE has restarted', async () => (await usernameFragment(alice)) !== before);
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);

    await alice.context().clearPermissions();
    await alice.context().grantPermissions(['camera']);
    await alice.getByTestId('microphone-countdown').waitFor();
    expect(await alice.getByTestId('microphone-countdown').textContent()).toMatch(
      /The call ends in 0:[0-3]\d/,
    );
    await bob.getByTestId('peer-muted').waitFor();
    await alice.context().grantPermissions(['camera', 'microphone']);
    await alice.getByTestId('microphone-countdown').waitFor({ state: 'detached' });
    await soundFlows(bob);
  });
});
