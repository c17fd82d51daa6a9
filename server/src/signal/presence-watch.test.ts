import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalBus } from '#platform/bus/local.ts';
import { AppError } from '#protocol/app-error.ts';
import type { PairId, ServerId, SessionId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Session } from '#server/session.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import { People, type Person } from '#server/testing/people.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { SharedPresence } from './presence.ts';
import { PresenceWatch } from './presence-watch.ts';

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

/** A database whose answers come late, or not at all, when a test wants that. */
function troubled(db: Db) {
  let isHolding = false;
  let failures = 0;
  const held: (() => void)[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (failures > 0) {
        failures -= 1;
        throw new AppError('service-unavailable');
      }
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
      return result;
    },
  };
  return {
    db: db.withPlugin(plugin),
    /** From now on queries are carried out, and their answers wait. */
    hold() {
      isHolding = true;
    },
    /** One answer waits. */
    whenHeld: () => eventually(() => expect(held).toHaveLength(1)),
    release() {
      isHolding = false;
      for (const resolve of held.splice(0)) resolve();
    },
    failNext() {
      failures += 1;
    },
  };
}

describe('a session that watches presence', () => {
  const database = setUpTestDatabase();
  let people: People;
  let hana: Person;
  let ken: Person;
  let pairId: PairId;
  let trouble: ReturnType<typeof troubled>;
  let presence: SharedPresence;
  let kens: Session;
  let watch: PresenceWatch;
  let told: unknown[];

  const sessionOf = ({ id, key, name, customerId, familyId }: Person): Session => ({
    id: randomUUID() as SessionId,
    partyKey: key,
    party: { kind: 'user', id, name },
    principal: { kind: 'user', id, customerId, familyId },
    live: true,
    endedBy: null,
    notify: (_notice, data) => void told.push(data),
  });

  beforeAll(async () => {
    people = await People.create(database.db);
  });
  beforeEach(async () => {
    told = [];
    const customerId = await people.customer();
    [hana, ken] = [await people.user('Hana', customerId), await people.user('Ken', customerId)];
    pairId = await people.pair(hana, ken);
    trouble = troubled(database.db);
    presence = new SharedPresence({ bus: createLocalBus(), serverId: randomUUID() as ServerId });
    kens = sessionOf(ken);
    presence.opened(kens);
    watch = new PresenceWatch(trouble.db, presence);
  });
  afterEach(() => {
    watch.close();
    presence.close();
  });

  const endPair = () => database.db.deleteFrom('pairs').where('id', '=', pairId).execute();

  it('does not see who is no longer its pair by the time it is answered (P2)', async () => {
    trouble.hold();
    const answer = watch.watch(sessionOf(hana));
    await trouble.whenHeld();
    await endPair();
    const refreshed = watch.refresh([hana.key, ken.key]);
    trouble.release();
    expect(await answer).toEqual({ states: [] });
    await refreshed;
    told = [];
    presence.ended(kens, 'closed');
    expect(told).toEqual([]);
  });

  it('is told of a pair that ends while the database is away for a moment (P2)', async () => {
    await watch.watch(sessionOf(hana));
    await endPair();
    trouble.failNext();
    await watch.refresh([hana.key, ken.key]);
    expect(told).toEqual([{ partyKey: ken.key, state: 'offline' }]);
  });
});
