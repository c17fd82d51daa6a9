import type { Browser } from 'playwright';
import { describe, expect, test } from 'vitest';
import { comeOnline, launchBrowser, openPage } from './support/browser.ts';
import { talk } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

const GRACE_S = 4;
/** A page that has not run for this long stood still (client/src/signal/standstill.ts). */
const STANDSTILL_MS = 10_000;

interface Row {
  readonly callId: string;
  readonly endReason: string;
  readonly duration: number;
}

describe('a 1-to-1 call in which someone gets lost', () => {
  const people = setUpSystem(() => ({
    name: 'direct-lost',
    environment: { SESSION_GRACE_SECONDS: String(GRACE_S) },
  }));
  const { person } = people;

  /** Process ids of all that runs pages. */
  const renderersOf = async (browser: Browser): Promise<readonly number[]> => {
    const tools = await browser.newBrowserCDPSession();
    const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  };
  const history = async (name: string): Promise<readonly Row[]> => {
    const list = await people.system.read(name, '/connections?pageSize=5');
    return (list as { 'hydra:member': readonly Row[] })['hydra:member'];
  };

  test('says that the other side is lost, ends after the grace time, and can be made again (D8, D17)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    const crashed = bob.waitForEvent('crash');
    // It is never answered: no one is left to do that.
    const tools = await bob.context().newCDPSession(bob);
    tools.send('Page.crash').catch(() => {});
    await crashed;
    await alice.getByTestId('peer-away').waitFor();
    await alice.getByTestId('call-ended').getByText('The connection to Bob was lost').waitFor();
    for (const name of ['alice', 'bob']) {
      const [row] = await history(name);
      expect(row).toMatchObject({ endReason: 'connection-lost' });
    }

    // Its address, reloaded, calls again.
    const again = await bob.context().newPage();
    await again.goto(bob.url());
    // An address alone rings no one.
    await again.getByTestId('call-now').click();
    await alice.getByTestId('accept').click();
    await framesFlow(alice, 1);

    // A page that was closed and does not come back is lost, too.
    await again.close();
    await alice.getByTestId('peer-away').waitFor();
    await alice.getByTestId('call-ended').waitFor();
  });

  test('goes on while the server restarts, and is hung up and written down afterwards (D14)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    const before = (await history('alice')).length;
    const begun = Date.now();
    const restarted = people.system.restart();
    const both = [alice, bob];
    await Promise.all(both.map((page) => page.getByTestId('server-lost').waitFor()));
    await Promise.all(both.map((page) => framesFlow(page, 1)));
    await restarted;
    await Promise.all(both.map((page) => page.getByTestId('server-lost').waitFor({ state: 'detached' })));
    await Promise.all(both.map((page) => page.getByTestId('peer-away').waitFor({ state: 'detached' })));
    await Promise.all(both.flatMap((page) => [framesFlow(page, 1), soundFlows(page)]));
    const lastedS = Math.floor((Date.now() - begun) / 1_000);
    await bob.getByTestId('hang-up').click();
    await alice.getByTestId('call-ended').getByText('Bob ended the call').waitFor();
    const [own] = await until('a row for alice', async () => {
      const rows = await history('alice');
      return rows.length > before && rows;
    });
    const [theirs] = await history('bob');
    expect(own).toMatchObject({ endReason: 'hung-up' });
    expect(theirs).toMatchObject({ callId: own?.callId, endReason: 'hung-up', duration: own?.duration });
    // One call, from the answer to the end, whichever server was there.
    expect(own?.duration).toBeGreaterThanOrEqual(lastedS);
    expect((await history('alice')).length).toBe(before + 1);
  });

  test('says on a device that wakes up too late that it was asleep, and lets them call again', async () => {
    const proxy = await startTcpProxy(people.system.port);
    const laptop = await launchBrowser();
    try {
      const alice = await person('alice');
      const bob = await openPage(laptop, { url: proxy.url });
      await comeOnline(bob, people.system.account('bob'));
      await talk(alice, bob, 'Bob');
      // As when the lid is closed: nothing of the page runs, and nothing is sent or received.
      const renderers = await renderersOf(laptop);
      for (const pid of renderers) process.kill(pid, 'SIGSTOP');
      proxy.cut();
      const asleep = Date.now();
      await alice.getByTestId('peer-away').waitFor();
      await alice.getByTestId('call-ended').getByText('The connection to Bob was lost').waitFor();
      await until('bob has slept for long', () => Date.now() - asleep > STANDSTILL_MS + 1_000);
      proxy.mend();
      for (const pid of renderers) process.kill(pid, 'SIGCONT');
      await bob.getByTestId('call-ended').getByText('The call ended while this device was asleep').waitFor();
      await bob.getByTestId('call-again').click();
      await alice.getByTestId('accept').click();
      await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    } finally {
      await laptop.close();
      await proxy.close();
    }
  });
});
