import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { joinGroup, talk } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { until } from './support/until.ts';

describe('when the server dies under npm start', () => {
  const people = setUpSystem(() => ({ name: 'server-recovery' }));
  const isReady = async () =>
    (await fetch(`${people.system.url}/readyz`).catch(() => undefined))?.ok === true;
  const bothSee = () => Promise.all(people.pages.map((page) => framesFlow(page, 1)));

  const connectionsOf = (page: Page) => page.evaluate(() => window.__peerConnections.length);
  /** Resolves once another server is ready; pictures flow all the while. */
  const killServer = async () => {
    const [server] = await people.system.servers();
    if (server === undefined) throw new Error('No server runs');
    process.kill(server, 'SIGKILL');
    await bothSee();
    await until('another server is ready', async () => {
      const running = await people.system.servers();
      return running.length > 0 && !running.includes(server) && (await isReady());
    });
  };

  test('a group call goes on over the same connections (G18)', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    for (const page of [alice, bob]) await joinGroup(page);
    await bothSee();
    const [nodes, connections] = [
      await people.system.mediaNodes(),
      await Promise.all(people.pages.map(connectionsOf)),
    ];
    await killServer();
    await until('both are connected again', async () => {
      const gone = await Promise.all(people.pages.map((page) => page.getByTestId('reconnecting').count()));
      return gone.every((count) => count === 0);
    });
    for (const page of [alice, bob]) await page.getByTestId('chat-toggle').click();
    await alice.getByTestId('chat-panel').getByRole('textbox').fill('Still here');
    await alice.keyboard.press('Enter');
    await bob.getByTestId('chat-message').getByText('Still here').waitFor();
    await bothSee();
    expect(await people.system.mediaNodes()).toEqual(nodes);
    expect(await Promise.all(people.pages.map(connectionsOf))).toEqual(connections);
  });

  test('a call between two goes on, and ends for both when one hangs up', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await talk(alice, bob, 'Bob');
    await killServer();
    await bothSee();
    await alice.getByTestId('hang-up').click();
    await bob.getByTestId('hang-up').waitFor({ state: 'detached' });
  });
});
