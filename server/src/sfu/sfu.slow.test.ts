import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { GroupId, MemberId, NodeId, UserId } from '#protocol/ids.ts';
import { SFU_NOTICES_SUBJECT } from '#protocol/sfu/contract.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createSfu } from './sfu.ts';
import type { Supervisor } from './supervisor.ts';

const START_MS = 60_000;

describe('media nodes as the server sees them', () => {
  let world: CallWorld;
  let server: CallServer;
  let mediaNode: Supervisor;
  let groupId: GroupId;

  beforeAll(async () => {
    world = await createCallWorld();
    // A slow machine takes longer to start a media node than a member waits.
    server = await world.startServer({ joinPatienceMs: START_MS });
    mediaNode = world.startMediaNode();
    expect(await server.sfu.whenAvailable(START_MS)).toBe(true);
    const hana = await world.people.user('Hana', await world.people.customer());
    groupId = await world.people.group(hana, []);
  });
  afterAll(() => world.close());

  const member = () => ({
    memberId: randomUUID() as MemberId,
    party: { kind: 'user' as const, id: randomUUID() as UserId, name: 'Someone' },
    owner: false,
    capacity: 2,
  });
  const shown = () => world.db.selectFrom('media_nodes').selectAll().execute();

  it('stand in the database for all to see', async () => {
    await eventually(async () => expect(await shown()).toMatchObject([{ draining: false }]));
  });

  const show = async (id: NodeId, heartbeat_at: Date) => {
    const row = { id, started_at: new Date(), heartbeat_at, draining: false, load: 0, rooms: 0 };
    await world.db.insertInto('media_nodes').values(row).execute();
  };
  const anotherServer = () => {
    const lines: string[] = [];
    const registry = createSfu({
      db: world.db,
      bus: world.bus,
      log: createLog({ name: 'test', destination: { write: (line) => lines.push(line) } }),
      databaseOutages: { suspect: () => false },
    });
    return { registry, lines };
  };

  it('are waited for while another server alone hears them, of which the log tells once', async () => {
    const id = randomUUID() as NodeId;
    // For long enough.
    await show(id, new Date(Date.now() + 600_000));
    const { registry, lines } = anotherServer();
    const told = () => lines.filter((line) => line.includes(id));
    await eventually(() => expect(told().join('')).toContain('NATS_URL'));
    expect(registry.complete).toBe(false);
    await world.db.deleteFrom('media_nodes').where('id', '=', id).execute();
    await eventually(() => expect(registry.complete).toBe(true));
    await registry.close();
    expect(told().filter((line) => !line.includes('"level":30'))).toHaveLength(1);
  });

  it('are forgotten without a warning where they ended before this server began', async () => {
    const id = randomUUID() as NodeId;
    await show(id, new Date(0));
    const { registry, lines } = anotherServer();
    await eventually(async () => {
      expect((await shown()).map((one) => one.id)).not.toContain(id);
      expect(lines.join('')).toContain('media node of an earlier run is gone');
    });
    await registry.close();
    expect(lines.filter((line) => !line.includes('"level":30'))).toEqual([]);
  });

  it('have a room opened by the first join, under a lease, and say when it is full', async () => {
    const joins = await Promise.all([member(), member()].map((one) => server.sfu.join(groupId, one)));
    expect(new Set(joins.map(({ lease }) => lease.roomId)).size).toBe(1);
    await expect(server.sfu.join(groupId, member())).rejects.toMatchObject({ code: 'room-full' });
    for (const { lease, reply } of joins) {
      const { nodeId, roomId } = lease;
      await server.sfu.ask(nodeId, 'room.leave', { roomId, memberId: reply.memberId, reason: 'left' });
    }
  });

  it('give the lease back when the last member has left, and get a new one for the next (N5)', async () => {
    const first = await server.sfu.join(groupId, member());
    const { roomId, nodeId } = first.lease;
    await server.sfu.ask(nodeId, 'room.leave', { roomId, memberId: first.reply.memberId, reason: 'left' });
    await eventually(async () =>
      expect(await world.db.selectFrom('room_leases').selectAll().execute()).toEqual([]),
    );
    const second = await server.sfu.join(groupId, member());
    expect(second.lease.roomId).not.toBe(roomId);
    expect(second.lease.fence).toBeGreaterThan(first.lease.fence);
  });

  it('refuse a lease that they have given back, upon which a new one is taken (N4)', async () => {
    const { lease, reply } = await server.sfu.join(groupId, member());
    const { roomId, nodeId } = lease;
    const emptied = new Promise((resolve) => {
      const stop = world.bus.subscribe(SFU_NOTICES_SUBJECT, (message) => {
        if (!JSON.stringify(message).includes('room.emptied')) return;
        stop();
        resolve(message);
      });
    });
    for (const { memberId } of [reply, ...reply.members]) {
      await server.sfu.ask(nodeId, 'room.leave', { roomId, memberId, reason: 'left' });
    }
    await emptied;
    // As if this server had not heard of it, and still had the lease.
    await eventually(async () =>
      expect(await world.db.selectFrom('room_leases').selectAll().execute()).toEqual([]),
    );
    const stale = { target_id: groupId, room_id: roomId, node_id: nodeId, fence: lease.fence };
    await world.db.insertInto('room_leases').values(stale).execute();
    const again = await server.sfu.join(groupId, member());
    expect(again.lease.fence).toBeGreaterThan(lease.fence);
  });

  it('answer wrong requests with an error of their own', async () => {
    const { lease } = await server.sfu.join(groupId, { ...member(), capacity: 10 });
    const ask = (memberId: MemberId) =>
      server.sfu.ask(lease.nodeId, 'media.pauseConsumer', {
        roomId: lease.roomId,
        memberId,
        consumerId: 'unknown',
      });
    await expect(ask(randomUUID() as MemberId)).rejects.toMatchObject({ code: 'not-in-room' });
    await expect(
      server.sfu.ask(randomUUID() as typeof lease.nodeId, 'node.drain', { moveRooms: false }),
    ).rejects.toMatchObject({ code: 'media-node-unavailable' });
  });

  it('are given up when they fall silent, and welcome when they speak again (N3)', async () => {
    const [node] = server.sfu.nodes;
    const { pid } = mediaNode;
    if (!node || pid === undefined) throw new Error('no media node');
    const lost = new Promise((resolve) => {
      const stop = server.sfu.listen({
        roomNotice() {},
        roomLost() {},
        memberLost() {},
        memberRemoved() {},
        roomEmptied() {},
        nodeListed() {},
        nodeLost: (nodeId) => {
          stop();
          resolve(nodeId);
        },
      });
    });
    process.kill(pid, 'SIGSTOP');
    try {
      expect(await lost).toBe(node.nodeId);
      expect(await world.db.selectFrom('room_leases').selectAll().execute()).toEqual([]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await server.sfu.whenAvailable(START_MS)).toBe(true);
    expect([...server.sfu.nodes][0]?.nodeId).toBe(node.nodeId);
  });

  it('are restarted when they die, under a new id, and joins wait for that', async () => {
    const [before] = server.sfu.nodes;
    if (mediaNode.pid === undefined) throw new Error('no media node');
    process.kill(mediaNode.pid, 'SIGKILL');
    await eventually(() => expect([...server.sfu.nodes]).toEqual([]));
    const { lease } = await server.sfu.join(groupId, member());
    expect(lease.nodeId).not.toBe(before?.nodeId);
    await eventually(async () => expect((await shown()).map(({ id }) => id)).toEqual([lease.nodeId]));
  });

  it('are killed and restarted when they stand still beside their server', async () => {
    const [before] = server.sfu.nodes;
    const { pid } = mediaNode;
    if (!before || pid === undefined) throw new Error('no media node');
    const stop = mediaNode.replaceWhenSilent();
    process.kill(pid, 'SIGSTOP');
    try {
      await eventually(() => expect([...server.sfu.nodes]).not.toMatchObject([{ nodeId: before.nodeId }]));
      const { lease } = await server.sfu.join(groupId, member());
      expect(lease.nodeId).not.toBe(before.nodeId);
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    } finally {
      stop();
    }
  });

  it('take no new rooms while they drain, and the rooms move', async () => {
    const [node] = server.sfu.nodes;
    if (!node) throw new Error('no media node');
    const lost = new Promise<string>((resolve) => {
      server.sfu.listen({
        roomNotice() {},
        roomLost: (_, reason) => resolve(reason),
        memberLost() {},
        memberRemoved() {},
        roomEmptied() {},
        nodeLost() {},
        nodeListed() {},
      });
    });
    await server.sfu.ask(node.nodeId, 'node.drain', { moveRooms: true });
    expect(await lost).toBe('node-draining');
    await eventually(() => expect([...server.sfu.nodes]).toMatchObject([{ draining: true }]));
    expect(await server.sfu.whenAvailable(10)).toBe(false);
    const second = world.startMediaNode();
    const { lease } = await server.sfu.join(groupId, member());
    expect(lease.nodeId).not.toBe(node.nodeId);
    await second.stop();
    await eventually(() => expect([...server.sfu.nodes].map(({ nodeId }) => nodeId)).toEqual([node.nodeId]));
  });
});
