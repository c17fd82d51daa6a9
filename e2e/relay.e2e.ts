import { afterAll, describe, expect, test } from 'vitest';
import { callPair } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { startTurnServer, type TurnServer } from './support/turn-server.ts';

describe('a call that may only go through TURN', () => {
  let turn: TurnServer | undefined;
  const { person } = setUpPeople(
    async () => {
      turn = await startTurnServer();
      return { name: 'relay', environment: { TURN_URLS: turn.url, TURN_SECRET: turn.secret } };
    },
    (page) => page.addInitScript(() => localStorage.setItem('hibiki.iceTransportPolicy', 'relay')),
  );
  afterAll(() => turn?.stop());

  test('has video and sound over coturn, with the credentials that the server made', async () => {
    const [alice, bob] = [await person('alice'), await person('bob')];
    await callPair(alice, 'Bob');
    await bob.getByRole('button', { name: 'Accept' }).click();
    for (const page of [alice, bob]) {
      const { routes } = await framesFlow(page, 1);
      expect(routes).toEqual(['relay-relay']);
      await soundFlows(page);
    }
  });
});
