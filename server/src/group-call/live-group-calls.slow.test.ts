import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { CustomerId, GroupId, RoomId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { insertRoom, insertWebhook } from '#server/testing/rows.ts';
import { MEDIA_NODE_START_MS } from '#server/testing/set-up-servers.ts';
import { queueWebhookEvent } from '#server/webhooks/queue-event.ts';
import { createLiveGroupCalls } from './live-group-calls.ts';

/** Now and then two meet within the database’s own check for what is there already. */
const ROUNDS = 30;

let world: CallWorld;
let customer: CustomerId;
let hana: Person;
let ken: Person;
let groupId: GroupId;

beforeAll(async () => {
  world = await createCallWorld();
  customer = await world.people.customer();
  await insertWebhook(world.db, customer, { events: ['call.started', 'call.ended'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  [hana, ken] = await Promise.all([world.people.user('Hana', customer), world.people.user('Ken', customer)]);
  groupId = await world.people.group(hana, [ken]);
});
afterEach(async () => {
  await world.db.deleteFrom('live_group_calls').execute();
  await world.db.deleteFrom('webhook_deliveries').execute();
  await world.db.deleteFrom('room_leases').execute();
});

const told = async () => {
  const rows = await world.db.selectFrom('webhook_deliveries').select('payload').orderBy('id').execute();
  return rows.map(({ payload }) => JSON.parse(payload));
};
/** As a server has it. */
const open = () =>
  createLiveGroupCalls({ db: world.db, queueWebhookEvent, news: { callChanged() {} }, events: world.events });
const party = ({ id }: Person, name: string): Party => ({ kind: 'user', id, name });
const room = () => crypto.randomUUID() as RoomId;

describe('a live group call', () => {
  it('starts with the first of all who come at once, and ends once with everyone who was in it', async () => {
    const servers = [open(), open()] as const;
    const roomId = room();
    const beganAt = performance.now();
    await Promise.all([
      servers[0].entered(groupId, roomId, { party: party(hana, 'Hana'), customerIds: [customer] }),
      servers[1].entered(groupId, roomId, { party: party(ken, 'Ken'), customerIds: [customer] }),
    ]);
    // The same browser again, after a reload.
    await servers[0].entered(groupId, roomId, { party: party(hana, 'Hana'), customerIds: [customer] });
    expect(await told()).toMatchObject([
      { type: 'call.started', data: { callId: roomId, groupId, kind: 'group' } },
    ]);
    await servers[1].left(groupId);
    await Promise.all(servers.map((server) => server.emptied(roomId)));
    const [, ended, ...more] = await told();
    expect(more).toEqual([]);
    const mostS = Math.ceil((performance.now() - beganAt) / 1_000);
    expect(ended).toMatchObject({
      type: 'call.ended',
      data: { callId: roomId, groupId, durationS: expect.toSatisfy((s) => s >= 0 && s <= mostS) },
    });
    expect(ended.data.parties.map(({ name }: Party) => name).sort()).toEqual(['Hana', 'Ken']);
  });

  it('is one, however closely two come one after the other', async () => {
    const servers = [open(), open()] as const;
    const members = [party(hana, 'Hana'), party(ken, 'Ken')].map((each) => ({
      party: each,
      customerIds: [customer],
    }));
    for (let round = 0; round < ROUNDS; round++) {
      const roomId = room();
      const comers = members.map((member, index) => servers[index % 2]?.entered(groupId, roomId, member));
      await Promise.all(comers);
      await servers[0].emptied(roomId);
    }
    expect(await told()).toHaveLength(2 * ROUNDS);
  });

  it('goes on in another room', async () => {
    const server = open();
    const [first, second] = [room(), room()];
    const member = { party: party(hana, 'Hana'), customerIds: [customer] };
    await server.entered(groupId, first, member);
    await server.entered(groupId, second, member);
    await server.emptied(first);
    expect(await told()).toHaveLength(1);
    await server.emptied(second);
    expect(await told()).toMatchObject([
      { data: { callId: first } },
      { type: 'call.ended', data: { callId: first } },
    ]);
  });

  it('takes with it who was added to it, also where its end was missed', async () => {
    const server = open();
    const addition = await world.db
      .selectFrom('group_members')
      .where('group_id', '=', groupId)
      .select(['group_id', 'pair_id'])
      .executeTakeFirstOrThrow();
    const add = (ageS: number) =>
      world.db
        .insertInto('call_additions')
        .values({ ...addition, added_at: new Date(Date.now() - ageS * 1_000) })
        .execute();
    const additions = () => world.db.selectFrom('call_additions').selectAll().execute();
    const roomId = room();
    // The call that it belongs to may be about to begin.
    await add(100);
    await server.endLost();
    expect(await additions()).toHaveLength(1);
    await server.entered(groupId, roomId, { party: party(hana, 'Hana'), customerIds: [customer] });
    await server.emptied(roomId);
    expect(await additions()).toEqual([]);
    await add(1_000);
    await server.endLost();
    expect(await additions()).toEqual([]);
  });

  it('whose node has died ends, as of its last change, when no one has come back', async () => {
    const server = open();
    const roomId = room();
    await insertRoom(world.db, groupId, roomId);
    await server.entered(groupId, roomId, { party: party(hana, 'Hana'), customerIds: [customer] });
    const call = () =>
      world.db.selectFrom('live_group_calls').selectAll().where('group_id', '=', groupId).executeTakeFirst();
    await server.endLost();
    expect((await call())?.roomless_since).toBeNull();
    await world.db
      .updateTable('media_nodes')
      .set({ heartbeat_at: new Date(0) })
      .execute();
    await server.endLost();
    expect((await call())?.roomless_since).toBeInstanceOf(Date);
    // Not yet: members are expected back.
    await server.endLost();
    expect(await told()).toHaveLength(1);
    // It is back; then gone for good.
    await world.db.updateTable('media_nodes').set({ heartbeat_at: new Date() }).execute();
    await server.endLost();
    expect((await call())?.roomless_since).toBeNull();
    await world.db
      .updateTable('live_group_calls')
      .set({ roomless_since: new Date(Date.now() - 61_000), changed_at: new Date('2026-11-21T05:00:00Z') })
      .execute();
    await world.db.deleteFrom('room_leases').execute();
    await server.endLost();
    const [, ended] = await told();
    expect(ended).toMatchObject({ type: 'call.ended', data: { endedAt: '2026-11-21T05:00:00.000Z' } });
    expect(await call()).toBeUndefined();
  });
});

describe('with members on two servers and a media node', () => {
  let servers: readonly [CallServer, CallServer];
  beforeAll(async () => {
    servers = [await world.startServer(), await world.startServer()];
    world.startMediaNode();
    for (const { sfu } of servers) expect(await sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
  });

  it('webhooks are told of the call once', async () => {
    const clients = [await servers[0].enter(hana), await servers[1].enter(ken)];
    const rooms = await Promise.all(
      clients.map((client) => client.request('groupCall.join', { target: { kind: 'group', groupId } })),
    );
    await eventually(async () => expect(await told()).toMatchObject([{ type: 'call.started' }]));
    for (const client of clients) client.close();
    await eventually(async () => expect(await told()).toHaveLength(2), SLOW);
    const [started, ended] = await told();
    expect(started.data).toMatchObject({ callId: rooms[0]?.roomId, kind: 'group', groupId });
    expect(ended.data.parties.map(({ name }: Party) => name).sort()).toEqual(['Hana', 'Ken']);
    // The same id as in the history of its members.
    const rows = await world.db
      .selectFrom('connections')
      .where('call_id', '=', ended.data.callId)
      .select('user_id')
      .execute();
    expect(rows).toHaveLength(2);
  });
});
