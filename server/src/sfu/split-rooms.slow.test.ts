import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNatsBus } from '#platform/bus/nats.ts';
import { startTestBroker, type TestBroker } from '#platform/bus/testing/test-broker.ts';
import type { GroupId, MemberId, RoomId, UserId } from '#protocol/ids.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';

const START_MS = 60_000;
const ROUNDS = 12;

const member = () => ({
  memberId: randomUUID() as MemberId,
  party: { kind: 'user' as const, id: randomUUID() as UserId, name: 'Someone' },
  owner: false,
  capacity: 100,
});

describe('the room of a group in a cluster of two media nodes', () => {
  let broker: TestBroker;
  let world: CallWorld;
  let server: CallServer;
  let hana: Person;
  let ken: Person;
  let groupId: GroupId;

  beforeAll(async () => {
    broker = await startTestBroker();
    world = await createCallWorld({ connectBus: () => createNatsBus(broker.url) });
    server = await world.startServer();
    for (let count = 0; count < 2; count++) world.startMediaNode();
    await eventually(() => expect([...server.sfu.nodes]).toHaveLength(2), { timeout: START_MS });
    const customer = await world.people.customer();
    hana = await world.people.user('Hana', customer);
    ken = await world.people.user('Ken', customer);
    groupId = await world.people.group(hana, [ken]);
  });
  afterAll(async () => {
    try {
      await world.close();
    } finally {
      await broker.stop();
    }
  });

  it(`is one, no matter who joins by a server that has just started (${ROUNDS} servers)`, {
    timeout: 300_000,
  }, async () => {
    // A room on each node: of one of them the new server hears later than of the other.
    const first = await server.sfu.join(groupId, member());
    const second = await eventually(async () => {
      const joined = await server.sfu.join(await world.people.group(hana, []), member());
      expect(joined.lease.nodeId).not.toBe(first.lease.nodeId);
      return joined;
    });
    const { target_id: otherGroupId } = await world.db
      .selectFrom('room_leases')
      .where('room_id', '=', second.lease.roomId)
      .select('target_id')
      .executeTakeFirstOrThrow();
    const found: RoomId[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const fresh = await world.startServer();
      expect(await fresh.sfu.whenAvailable(START_MS)).toBe(true);
      const joined = await Promise.all([groupId, otherGroupId].map((id) => fresh.sfu.join(id, member())));
      found.push(joined.map(({ lease }) => lease.roomId));
      await fresh.close();
    }
    expect(found).toEqual(Array(ROUNDS).fill([first.lease.roomId, second.lease.roomId]));
  });

  it('is one again after another server has replaced its lease: the members of the old one come over (N8)', async () => {
    const alice = await server.enter(hana);
    const target = { kind: 'group', groupId } as const;
    await alice.request('groupCall.join', { target });
    const lease = await world.db
      .selectFrom('room_leases')
      .where('target_id', '=', groupId)
      .selectAll()
      .executeTakeFirstOrThrow();
    const other = [...server.sfu.nodes].find(({ nodeId }) => nodeId !== lease.node_id);
    if (!other) throw new Error('There is one node only');
    // As a server did that took the node for dead.
    const roomId = randomUUID() as RoomId;
    await world.db
      .updateTable('room_leases')
      .set({ room_id: roomId, node_id: other.nodeId, fence: lease.fence + 1 })
      .where('target_id', '=', groupId)
      .execute();
    await alice.notice('groupCall.rebuildNeeded');
    const bob = await server.enter(ken);
    await bob.request('groupCall.join', { target });
    const { members } = await alice.request('groupCall.join', { target });
    expect(members.map(({ party }) => party.name)).toContain('Ken');
  });
});
