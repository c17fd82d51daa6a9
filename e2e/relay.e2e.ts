import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { talk } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { onlyTurn } from './support/turn-line.ts';
import { startTurnServer, type TurnServer } from './support/turn-server.ts';
import { until } from './support/until.ts';

/** The shortest lives that the settings allow. */
const CREDENTIALS_S = 60;
const ACCESS_TOKEN_MINUTES = 1;

/** Each side sends by its relay. The other's is a peer-reflexive candidate to it where media came before the description (RFC 8445, 7.3.1.3). */
const OVER_RELAYS = [expect.stringMatching(/^relay-(relay|prflx)$/)];

describe('a call that may only go through TURN', () => {
  let turn: TurnServer | undefined;
  const people = setUpSystem(
    async () => {
      turn = await startTurnServer();
      return {
        name: 'relay',
        environment: {
          TURN_URLS: turn.url,
          TURN_SECRET: turn.secret,
          TURN_CREDENTIAL_SECONDS: String(CREDENTIALS_S),
          AUTH_ACCESS_TOKEN_MINUTES: String(ACCESS_TOKEN_MINUTES),
        },
      };
    },
    { prepare: onlyTurn },
  );
  const { person } = people;
  afterAll(() => turn?.stop());

  /** Seconds since 1970 at which coturn stops taking what the page's connection has (`use-auth-secret`). */
  const credentialsExpireAt = (page: Page) =>
    page.evaluate(() => {
      const { iceServers = [] } = window.__peerConnections.at(-1)?.getConfiguration() ?? {};
      return Math.min(
        ...iceServers.flatMap(({ username }) => (username ? [Number.parseInt(username, 10)] : [])),
      );
    });
  /** Seconds since 1970 (RFC 7519, 4.1.4). */
  const accessTokenExpiresAt = (page: Page) =>
    page.evaluate(() => {
      const { token } = JSON.parse(localStorage.getItem('hibiki.tokens') ?? '{}') as { token: string };
      const { exp } = JSON.parse(atob(token.split('.')[1] ?? '')) as { exp: number };
      return exp;
    });
  const nowS = () => Date.now() / 1_000;

  test('has video and sound over coturn, with the credentials that the server made', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    await Promise.all([soundFlows(alice), soundFlows(bob)]);
    for (const { routes } of await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)])) {
      expect(routes).toEqual(OVER_RELAYS);
    }
  });

  test('outlives its credentials and its access tokens, and renews both without a word (D7, S10)', async () => {
    const proxy = await startTcpProxy(people.system.port);
    try {
      const pages = [await person('alice', proxy.url), await person('bob', proxy.url)] as const;
      await talk(...pages, 'Bob');
      await until(
        'all that was given has expired',
        async () => {
          for (const page of pages) {
            if ((await credentialsExpireAt(page)) > nowS() || (await accessTokenExpiresAt(page)) > nowS())
              return false;
          }
          return true;
        },
        (CREDENTIALS_S + ACCESS_TOKEN_MINUTES * 60) * 1_000,
      );
      await Promise.all(pages.map((page) => framesFlow(page, 1)));
      // Another network: the socket is gone, and the addresses of the media are.
      proxy.cut();
      await Promise.all(pages.map((page) => page.getByTestId('server-lost').waitFor()));
      proxy.mend();
      await Promise.all(pages.map((page) => page.getByTestId('server-lost').waitFor({ state: 'detached' })));
      for (const page of pages) await page.evaluate(() => window.dispatchEvent(new Event('online')));
      for (const page of pages) {
        await until('new credentials', async () => (await credentialsExpireAt(page)) > nowS());
        expect(await accessTokenExpiresAt(page)).toBeGreaterThan(nowS());
      }
      for (const page of pages) {
        const { routes } = await framesFlow(page, 1);
        expect(routes).toEqual(OVER_RELAYS);
        expect(await page.getByRole('alert').count()).toBe(0);
      }
    } finally {
      await proxy.close();
    }
  });
});
