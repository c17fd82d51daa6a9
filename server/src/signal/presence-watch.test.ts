import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import type { Person } from '#server/testing/people.ts';

describe('watching presence', () => {
  let world: CallWorld;
  let server: CallServer;
  let other: CallServer;
  let hana: Person;
  let ken: Person;
  let stranger: Person;

  beforeAll(async () => {
    world = await createCallWorld();
    server = await world.startServer();
    other = await world.startServer();
    const customer = await world.people.customer();
    hana = await world.people.user('Hana', customer);
    ken = await world.people.user('Ken', customer);
    stranger = await world.people.user('Stranger', customer);
  });
  afterAll(() => world.close());

  it('tells of verified pairs alone, of either side and on any server, from then on (P2)', async () => {
    const pairId = await world.people.pair(ken, hana);
    const invited = await world.people.pair(hana, stranger, 'INVITED');
    const client = await server.enter(hana);
    const { states } = await client.request('presence.watch', {});
    expect(states).toEqual([{ partyKey: ken.key, state: 'offline' }]);

    const unseen = await other.enter(stranger);
    const kens = await other.enter(ken);
    await client.notice('presence.changed', ({ state }) => state === 'online');

    await world.db.updateTable('pairs').set({ state: 'VERIFIED' }).where('id', '=', invited).execute();
    const parties = [hana.key, stranger.key];
    world.events.publish({ type: 'pair-changed', pairId: invited, parties, callable: true });
    await client.notice('presence.changed', ({ partyKey }) => partyKey === stranger.key);

    await world.db.deleteFrom('pairs').where('id', '=', pairId).execute();
    world.events.publish({ type: 'pair-changed', pairId, parties: [ken.key, hana.key], callable: false });
    await client.notice(
      'presence.changed',
      ({ partyKey, state }) => partyKey === ken.key && state === 'offline',
    );

    kens.close();
    unseen.close();
    await client.notice(
      'presence.changed',
      ({ partyKey, state }) => partyKey !== ken.key && state === 'offline',
    );
    expect(client.noticesOf('presence.changed').map(({ data }) => data)).toEqual([
      { partyKey: ken.key, state: 'online' },
      { partyKey: stranger.key, state: 'online' },
      { partyKey: ken.key, state: 'offline' },
      { partyKey: stranger.key, state: 'offline' },
    ]);
  });
});
