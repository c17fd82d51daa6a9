import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callApiAs } from './support/api.ts';
import { PAGES_DOMAIN, prepareRouter, type Router, TURN_DOMAIN } from './support/behind-router.ts';
import { comeOnline, launchBrowser, openPage } from './support/browser.ts';
import { joinGroup, talk } from './support/calls.ts';
import { type Firewall, makeFirewall } from './support/firewall.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { canMakeNetworks } from './support/two-networks.ts';

const isPermitted = await canMakeNetworks();
const note = isPermitted ? '' : ' (skipped: this user may not make network namespaces)';

describe.runIf(isPermitted)(`a network that lets out nothing but TCP to port 443${note}`, () => {
  let router: Router;
  const people = setUpSystem(async () => {
    router = await prepareRouter();
    return { name: 'firewall', environment: router.environment };
  });
  let firewall: Firewall;
  let browser: Browser;

  beforeAll(async () => {
    firewall = await makeFirewall();
    await router.start(firewall.address, people.system.port);
    browser = await launchBrowser({
      executablePath: firewall.executablePath,
      switches: [
        `--host-resolver-rules=MAP *.hibiki.test ${firewall.address}`,
        // Its authority is itself.
        '--ignore-certificate-errors',
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await router?.stop();
    await firewall?.close();
  });

  const inTheOffice = async () => {
    const page = await openPage(browser, { url: `https://${PAGES_DOMAIN}` });
    await comeOnline(page, people.system.account('alice'));
    return page;
  };

  /** How a page's media leaves it. */
  const waysOut = (page: Page) =>
    page.evaluate(async () => {
      const ways = new Set<string>();
      for (const connection of window.__peerConnections) {
        if (connection.connectionState !== 'connected') continue;
        const report = await connection.getStats();
        for (const stats of report.values()) {
          if (stats.type !== 'transport' || !stats.selectedCandidatePairId) continue;
          const { relayProtocol, url } = report.get(
            report.get(stats.selectedCandidatePairId).localCandidateId,
          );
          ways.add(`${relayProtocol} ${url}`);
        }
      }
      return [...ways];
    });
  const OVER_TLS = [`tls turns:${TURN_DOMAIN}:443?transport=tcp`];

  test('lets 1-to-1 calls through, over TURN with TLS', async () => {
    const [alice, bob] = await Promise.all([inTheOffice(), people.person('bob')]);
    await talk(alice, bob, 'Bob');
    await Promise.all([framesFlow(bob, 1), soundFlows(alice), soundFlows(bob)]);
    expect(await waysOut(alice)).toEqual(OVER_TLS);
    // Other ways were tried.
    expect(await firewall.dropped()).toBeGreaterThan(0);
    await alice.getByTestId('hang-up').click();
    await bob.getByTestId('call-ended').waitFor();
  });

  test('is where the server sees people, for limits and the log, although the router stands between', async () => {
    const alice = await inTheOffice();
    await alice.close();
    const admin = people.system.account('admin');
    const log = await callApiAs(people.system.url, admin, 'GET', '/logs?action=sign-in');
    expect(log).toHaveProperty(
      'hydra:member',
      expect.arrayContaining([expect.objectContaining({ actorName: 'Alice', address: firewall.outside })]),
    );
  });

  test('lets group calls through', async () => {
    const [alice, bob] = await Promise.all([inTheOffice(), people.person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1), soundFlows(alice), soundFlows(bob)]);
    expect(await waysOut(alice)).toEqual(OVER_TLS);
  });
});
