import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PING_INTERVAL_MS } from '#protocol/limits.ts';
import { TestSignalClient } from '#server/testing/signal-client.ts';
import { callApiAs } from './support/api.ts';
import { PAGES_DOMAIN, prepareRouter, type Router, TURN_DOMAIN } from './support/behind-router.ts';
import { comeOnline, launchBrowser, openPage } from './support/browser.ts';
import { callPair, joinGroup, talk } from './support/calls.ts';
import { guestLinkToken } from './support/crowd.ts';
import { demoGroup } from './support/demo-group.ts';
import { type Firewall, makeFirewall } from './support/firewall.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { canMakeNetworks } from './support/two-networks.ts';
import { until } from './support/until.ts';

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
    firewall = await makeFirewall('only-443');
    await router.start([firewall.address, firewall.otherAddress], people.system.port);
    browser = await launchBrowser({
      executablePath: firewall.executablePath,
      switches: [
        `--host-resolver-rules=MAP ${PAGES_DOMAIN} ${firewall.address},MAP ${TURN_DOMAIN} ${firewall.otherAddress}`,
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

  /** @param prepare done before anything is loaded */
  const inTheOffice = async (prepare: (page: Page) => unknown = () => {}) => {
    const page = await openPage(browser, { url: `https://${PAGES_DOMAIN}` });
    onTestFinished(() => page.close());
    await prepare(page);
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
    await inTheOffice();
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

  /** Whether 1-to-1 calls of the customer may go over the media node. */
  const setGroupChat = async (enabled: boolean): Promise<void> => {
    const list = (await people.system.read('manager', '/features')) as {
      readonly 'hydra:member': readonly { readonly '@id': string; readonly name: string }[];
    };
    const group = list['hydra:member'].find(({ name }) => name === 'feature_service_group_chat');
    if (!group) throw new Error('There is no record of group chat');
    await people.system.write('manager', 'PATCH', group['@id'].replace('/api/v1', ''), { enabled });
  };

  test('says in a 1-to-1 call what blocks it, such as a relay that refuses the credentials', async () => {
    await setGroupChat(false);
    onTestFinished(() => setGroupChat(true));
    const [alice, bob] = await Promise.all([
      inTheOffice((page) =>
        page.addInitScript(() => {
          const Connection = window.RTCPeerConnection;
          window.RTCPeerConnection = class extends Connection {
            constructor({ iceServers = [], ...others }: RTCConfiguration = {}) {
              const refused = iceServers.map((server) => ({ ...server, credential: 'of another secret' }));
              super({ ...others, iceServers: refused });
            }
          };
        }),
      ),
      people.person('bob'),
    ]);
    await callPair(alice, 'Bob');
    await bob.getByTestId('accept').click();
    await alice.getByTestId('blockage').getByText('the relay refuses the credentials').waitFor();
    // Bob's browser does not know the relay's name.
    await bob.getByTestId('blockage').getByText('the relay can’t be reached').waitFor();
    const check = alice.getByTestId('check-network');
    expect([await check.getAttribute('href'), await check.getAttribute('target')]).toEqual([
      '/selftest',
      '_blank',
    ]);
    await alice.getByTestId('call-ended').getByText('Couldn’t connect').waitFor();
    await alice.getByText('the relay refuses the credentials').waitFor();
    await alice.getByTestId('check-network').waitFor();
    expect(await alice.getByTestId('call-length').count()).toBe(0);
  });

  test('says in a group call that it is blocked, and goes on trying without bothering the others', async () => {
    const watcher = new TestSignalClient(`ws://localhost:${people.system.port}/api/v1/signal`);
    // A socket that is silent for longer is lost.
    const pings = setInterval(() => {
      watcher.request('session.ping', {}).catch(() => {});
    }, PING_INTERVAL_MS);
    onTestFinished(() => {
      clearInterval(pings);
      watcher.close();
    });
    const [{ id: groupId }, token] = [await demoGroup(people.system), await guestLinkToken(people.system)];
    await watcher.open({ kind: 'guest', token, name: 'Watcher' });
    const bob = await people.person('bob');
    await joinGroup(bob);
    await watcher.request('groupCall.join', { target: { kind: 'group', groupId } });
    await firewall.block(firewall.otherAddress);
    let restarts = 0;
    const alice = await inTheOffice((page) =>
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => {
          if (payload.toString().includes('groupCall.restartIce')) restarts += 1;
        }),
      ),
    );
    await joinGroup(alice);
    await alice.getByTestId('blockage').getByText('the relay can’t be reached').waitFor();
    // Over what a call was given up after, once it had been joined again.
    await until('both connections are tried again, twice', () => restarts >= 4);
    expect(await alice.getByTestId('blockage').count()).toBe(1);
    const left = () => watcher.noticesOf('groupCall.memberLeft').length;
    // New ports were tried once.
    expect(left()).toBe(1);
    await firewall.unblock(firewall.otherAddress);
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1), soundFlows(alice), soundFlows(bob)]);
    await alice.getByTestId('blockage').waitFor({ state: 'detached' });
    expect(left()).toBe(1);
  });
});
