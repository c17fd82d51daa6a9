import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comeOnline, launchBrowser, openPage } from './support/browser.ts';
import { joinGroup, talk } from './support/calls.ts';
import { type Firewall, makeFirewall } from './support/firewall.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { startTurnServer, type TurnServer } from './support/turn-server.ts';
import { canMakeNetworks } from './support/two-networks.ts';

const isPermitted = await canMakeNetworks();
const note = isPermitted ? '' : ' (skipped: this user may not make network namespaces)';

describe.runIf(isPermitted)(`a network that drops large packets of UDP${note}`, () => {
  let firewall: Firewall | undefined;
  let turn: TurnServer | undefined;
  const people = setUpSystem(async () => {
    firewall = await makeFirewall('no-large-udp');
    const { address } = firewall;
    turn = await startTurnServer(address);
    return {
      name: 'large-packets',
      environment: {
        HOST: '0.0.0.0',
        DEV_MAILBOX: 'false',
        SFU_LISTEN_IP: address,
        TURN_URLS: `${turn.url},${turn.url.replace('transport=udp', 'transport=tcp')}`,
        TURN_SECRET: turn.secret,
      },
    };
  });
  let browser: Browser | undefined;
  let url: string;

  beforeAll(async () => {
    url = `http://${firewall?.address}:${people.system.port}`;
    browser = await launchBrowser({
      ...(firewall && { executablePath: firewall.executablePath }),
      // Cameras are for secure contexts, and this is not `localhost`.
      switches: [`--unsafely-treat-insecure-origin-as-secure=${url}`],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await turn?.stop();
    await firewall?.close();
  });

  const inTheTunnel = async () => {
    if (!browser) throw new Error('There is no browser');
    const page = await openPage(browser, { url });
    await comeOnline(page, people.system.account('alice'));
    return page;
  };

  /** How the media of a page's connections leaves it. */
  const waysOut = (page: Page) =>
    page.evaluate(async () => {
      const ways: string[] = [];
      for (const connection of window.__peerConnections) {
        if (connection.connectionState !== 'connected') continue;
        const report = await connection.getStats();
        for (const stats of report.values()) {
          if (stats.type !== 'transport' || !stats.selectedCandidatePairId) continue;
          const local = report.get(report.get(stats.selectedCandidatePairId).localCandidateId);
          ways.push(`${local.candidateType} ${local.relayProtocol ?? local.protocol}`);
        }
      }
      return ways;
    });

  test('has 1-to-1 calls over a relay that is reached over TCP', async () => {
    const [alice, bob] = await Promise.all([inTheTunnel(), people.person('bob')]);
    await talk(alice, bob, 'Bob');
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1), soundFlows(alice), soundFlows(bob)]);
    const dropped = await firewall?.dropped();
    expect(await waysOut(alice), `${dropped} packets did not get out`).toEqual(['relay tcp']);
    await alice.getByTestId('hang-up').click();
    await bob.getByTestId('call-ended').waitFor();
  });

  test('has group calls over TCP', async () => {
    const [alice, bob] = await Promise.all([inTheTunnel(), people.person('bob')]);
    await joinGroup(bob);
    await joinGroup(alice);
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1), soundFlows(alice), soundFlows(bob)]);
    expect(await waysOut(alice)).toEqual([expect.stringMatching(/ tcp$/), expect.stringMatching(/ tcp$/)]);
  });
});
