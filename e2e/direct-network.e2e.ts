import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comeOnline, launchBrowser, openPage } from './support/browser.ts';
import { talk } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { canMakeNetworks, makeTwoNetworks, type TwoNetworks } from './support/two-networks.ts';

const isPermitted = await canMakeNetworks();
const note = isPermitted ? '' : ' (skipped: this user may not make network namespaces)';

describe.runIf(isPermitted)(`a 1-to-1 call whose network really changes${note}`, () => {
  const people = setUpSystem(() => ({
    name: 'direct-network',
    environment: { HOST: '0.0.0.0', DEV_MAILBOX: 'false' },
  }));
  let networks: TwoNetworks;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    networks = await makeTwoNetworks();
    url = `http://${networks.server}:${people.system.port}`;
    browser = await launchBrowser({
      executablePath: networks.executablePath,
      // Cameras are for secure contexts, and this is not `localhost`.
      switches: [`--unsafely-treat-insecure-origin-as-secure=${url}`],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await networks?.close();
  });

  /** From which of its addresses a page sends its media now. */
  const sendsFrom = (page: Page) =>
    page.evaluate(async () => {
      const report = await window.__peerConnections.at(-1)?.getStats();
      for (const stats of report?.values() ?? []) {
        if (stats.type !== 'transport' || !stats.selectedCandidatePairId) continue;
        return report?.get(report.get(stats.selectedCandidatePairId).localCandidateId).address;
      }
    });

  test('finds its way over the other one, as the same call on both sides', async () => {
    const alice = await openPage(browser, { url });
    await comeOnline(alice, people.system.account('alice'));
    const bob = await people.person('bob');
    await talk(alice, bob, 'Bob');
    expect(await sendsFrom(alice)).toBe(networks.address('first'));
    await networks.change('second');
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1), soundFlows(alice), soundFlows(bob)]);
    expect(await sendsFrom(alice)).toBe(networks.address('second'));
    await alice.getByTestId('hang-up').click();
    await bob.getByTestId('call-ended').getByText('Alice ended the call').waitFor();
  });
});
