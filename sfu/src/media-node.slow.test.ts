import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { SfuNotice } from '#protocol/sfu/contract.ts';
import { TestMember } from '#sfu/testing/member.ts';
import { newRoomId, startTestNode, type TestNode } from '#sfu/testing/test-node.ts';

const FLOWS = 10;
/** ICE notices a silent browser after 10 s at the earliest. */
const CONSENT_LOST = { timeout: 18_000, interval: 50 };

let node: TestNode;
const vanishing: TestMember[] = [];
afterEach(async () => {
  for (const member of vanishing.splice(0)) member.vanish();
  await node.close();
});

async function inRoom(roomId: RoomId, options: Parameters<typeof TestMember.join>[2] = {}) {
  const member = await TestMember.inRoom(node, roomId, options);
  vanishing.push(member);
  return member;
}

/** The notices of one name and room. */
const told = (name: SfuNotice['notice'], roomId: RoomId) =>
  node.notices.filter(({ notice, data }) => notice === name && 'roomId' in data && data.roomId === roomId);

/** Two members of whom one receives what the other films. */
async function filmIn(roomId: RoomId) {
  const [sender, receiver] = await Promise.all([inRoom(roomId), inRoom(roomId)]);
  const { producerId } = await sender.film();
  await vi.waitFor(() => receiver.resume(producerId), SLOW);
  const flows = async () => {
    const before = receiver.received(producerId);
    await vi.waitFor(() => expect(receiver.received(producerId)).toBeGreaterThan(before + FLOWS), SLOW);
  };
  await flows();
  return { sender, receiver, flows };
}

describe('the addresses', () => {
  it('of both families are candidates, UDP and TCP', async () => {
    node = await startTestNode({
      listen: [
        { ip: '127.0.0.1', announced: '203.0.113.10' },
        { ip: '::1', announced: '2001:db8::10' },
      ],
    });
    const { reply } = await TestMember.join(node, newRoomId());
    for (const { iceCandidates } of [reply.sendTransport, reply.receiveTransport]) {
      expect(iceCandidates.map(({ address, protocol }) => `${address} ${protocol}`).sort()).toEqual([
        '2001:db8::10 tcp',
        '2001:db8::10 udp',
        '203.0.113.10 tcp',
        '203.0.113.10 udp',
      ]);
    }
  });
});

describe('workers', () => {
  it('share the rooms', async () => {
    node = await startTestNode({ workers: 2 });
    await Promise.all(Array.from({ length: 4 }, () => TestMember.join(node, newRoomId())));
    await vi.waitFor(() => expect(node.heartbeat.workers.map(({ rooms }) => rooms)).toEqual([2, 2]), SLOW);
  });

  it('take new rooms where fewer consumers are', async () => {
    node = await startTestNode({ workers: 2 });
    const busy = newRoomId();
    const members = await Promise.all(Array.from({ length: 5 }, () => inRoom(busy)));
    for (const member of members) await member.produce('camera');
    await vi.waitFor(() => {
      for (const member of members) expect(member.consumers).toHaveLength(4);
    }, SLOW);
    for (let count = 0; count < 3; count++) await TestMember.join(node, newRoomId());
    await vi.waitFor(() => {
      const counts = node.heartbeat.workers.map(({ rooms, consumers }) => [rooms, consumers]);
      expect(counts.sort()).toEqual([
        [1, 20],
        [3, 0],
      ]);
    }, SLOW);
  });

  it('that die take only their own rooms along, and are replaced (N4)', async () => {
    node = await startTestNode({ workers: 2 });
    const [lost, kept] = [newRoomId(), newRoomId()];
    const victim = await filmIn(lost);
    const pids = node.heartbeat.workers.map(({ pid }) => pid);
    const witness = await filmIn(kept);
    await vi.waitFor(() => expect(node.heartbeat.workers.every(({ rooms }) => rooms === 1)).toBe(true), SLOW);

    const killed = workerOf(lost);
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => {
      expect(told('room.lost', lost)).toEqual([
        { notice: 'room.lost', data: expect.objectContaining({ roomId: lost, reason: 'worker-died' }) },
      ]);
    }, SLOW);
    expect(told('room.lost', kept)).toEqual([]);
    await witness.flows();

    await vi.waitFor(() => {
      const now = node.heartbeat.workers.map(({ pid }) => pid);
      expect(now).toHaveLength(2);
      expect(now).not.toContain(killed);
      expect(now).toContain(pids.find((pid) => pid !== killed));
    }, SLOW);
    // The members rebuild under the same lease, on whichever worker.
    await expect(victim.receiver.ready()).rejects.toMatchObject({ code: 'not-in-room' });
    await filmIn(lost);
    await witness.flows();
  });

  it('that die while a room is being opened fail the join, not the node', async () => {
    node = await startTestNode();
    await vi.waitFor(() => node.heartbeat, SLOW);
    const joins = Array.from({ length: 5 }, () => TestMember.join(node, newRoomId()));
    process.kill(node.heartbeat.workers[0]?.pid ?? 0, 'SIGKILL');
    for (const outcome of await Promise.allSettled(joins)) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'media-node-unavailable' });
    }
    await vi.waitFor(() => TestMember.join(node, newRoomId()), SLOW);
  });

  it('that hang are killed and replaced', async () => {
    node = await startTestNode();
    const roomId = newRoomId();
    await TestMember.join(node, roomId);
    const { pid } = await vi.waitFor(() => {
      const [worker] = node.heartbeat.workers;
      if (!worker) throw new Error('no worker yet');
      return worker;
    }, SLOW);
    process.kill(pid, 'SIGSTOP');
    await vi.waitFor(() => expect(told('room.lost', roomId)).toHaveLength(1), SLOW);
    await vi.waitFor(() => TestMember.join(node, newRoomId()), SLOW);
  });
});

const workerOf = (roomId: RoomId): number => {
  const pid = node.node.rooms.workerOf(roomId);
  if (pid === undefined) throw new Error('no such room');
  return pid;
};

describe('the lease of a room', () => {
  it('that is older than the one the node has is refused (N4)', async () => {
    node = await startTestNode();
    const roomId = newRoomId();
    const member = await TestMember.join(node, roomId, { fence: 5 });
    await expect(TestMember.join(node, roomId, { fence: 4 })).rejects.toMatchObject({ code: 'conflict' });
    await TestMember.join(node, roomId, { fence: 5 });
    await member.ready();
  });

  it('that is newer replaces the room (N4)', async () => {
    node = await startTestNode();
    const roomId = newRoomId();
    const old = await TestMember.join(node, roomId, { fence: 5 });
    const rejoined = await TestMember.join(node, roomId, { fence: 6 });
    expect(rejoined.reply.members).toEqual([]);
    await expect(old.ready()).rejects.toMatchObject({ code: 'not-in-room' });
    await rejoined.leave();
    await vi.waitFor(
      () =>
        expect(told('room.emptied', roomId)).toEqual([
          { notice: 'room.emptied', data: expect.objectContaining({ roomId, fence: 6 }) },
        ]),
      SLOW,
    );
  });

  it('is refused once it was given back, so that a late join cannot open the room a second time (N4, N5)', async () => {
    node = await startTestNode();
    const roomId = newRoomId();
    const member = await TestMember.join(node, roomId, { fence: 5 });
    await member.leave();
    await vi.waitFor(() => expect(told('room.emptied', roomId)).toHaveLength(1), SLOW);
    await expect(TestMember.join(node, roomId, { fence: 5 })).rejects.toMatchObject({ code: 'conflict' });
    await TestMember.join(node, roomId, { fence: 6 });
  });

  it('stands while someone comes back in time', async () => {
    node = await startTestNode({ lingerMs: 2_000 });
    const roomId = newRoomId();
    const { router } = await leaveAndCount(roomId);
    const back = await TestMember.join(node, roomId);
    // Longer than the linger time of the first leaving.
    await expect(
      vi.waitFor(() => expect(told('room.emptied', roomId)).toHaveLength(1), { timeout: 2_600 }),
    ).rejects.toThrow();
    expect(node.node.rooms.workerOf(roomId)).toBe(router);
    await back.leave();
    await vi.waitFor(() => expect(told('room.emptied', roomId)).toHaveLength(1), SLOW);
  });

  async function leaveAndCount(roomId: RoomId) {
    const member = await TestMember.join(node, roomId);
    const router = node.node.rooms.workerOf(roomId);
    await member.leave();
    return { router };
  }

  it('opens one room, however many join at once', async () => {
    node = await startTestNode({ workers: 2 });
    const roomId = newRoomId();
    await Promise.all(Array.from({ length: 6 }, () => TestMember.join(node, roomId)));
    expect(node.node.rooms.get(roomId).peers.size).toBe(6);
    await vi.waitFor(
      () => expect(node.heartbeat.workers.reduce((sum, { rooms }) => sum + rooms, 0)).toBe(1),
      SLOW,
    );
  });
});

/** Waits until the other one has been removed, and they alone. */
async function isLeftAlone(stays: TestMember, { memberId }: TestMember) {
  await vi.waitFor(() => {
    expect(stays.heard('groupCall.memberLeft')).toEqual([{ memberId, reason: 'lost' }]);
  }, SLOW);
  expect(node.node.rooms.get(stays.roomId).peers.size).toBe(1);
}

describe('a member whose browser is gone', () => {
  it('is removed after the orphan time, and not before (N7)', async () => {
    node = await startTestNode({ orphanMs: 500 });
    const roomId = newRoomId();
    const { sender, receiver } = await filmIn(roomId);
    const { memberId } = sender;
    const begun = performance.now();
    sender.vanish();
    await vi.waitFor(() => {
      expect(receiver.heard('groupCall.memberLeft')).toEqual([{ memberId, reason: 'lost' }]);
    }, CONSENT_LOST);
    expect(performance.now() - begun).toBeGreaterThan(500);
    expect(receiver.consumers).toEqual([]);
    expect(told('room.memberLost', roomId)).toEqual([
      { notice: 'room.memberLost', data: expect.objectContaining({ roomId, memberId }) },
    ]);
  });

  it('is no one who never had media to send', async () => {
    node = await startTestNode({ orphanMs: 100 });
    const roomId = newRoomId();
    const alone = await TestMember.join(node, roomId);
    const other = await inRoom(roomId);
    other.vanish();
    await vi.waitFor(() => expect(told('room.memberLost', roomId)).toHaveLength(1), CONSENT_LOST);
    await alone.ready();
    expect(node.node.rooms.get(roomId).peers.size).toBe(1);
  });

  it('is removed in the end even if it has never sent or received anything (N7)', async () => {
    // Long enough for the handshakes of the one who stays, on a busy machine too.
    node = await startTestNode({ unusedMs: 3_000 });
    const roomId = newRoomId();
    const used = await inRoom(roomId);
    const unused = await TestMember.join(node, roomId);
    await unused.ready();
    await isLeftAlone(used, unused);
  });
});

describe('a member that never says that it is ready', () => {
  it('is removed soon, and no one else who uses no media (N7)', async () => {
    node = await startTestNode({ unreadyMs: 1_000 });
    const roomId = newRoomId();
    const waiting = await TestMember.join(node, roomId);
    await waiting.ready();
    await isLeftAlone(waiting, await TestMember.join(node, roomId));
  });
});

describe('draining', () => {
  it('refuses new rooms, says so, and keeps those there', async () => {
    node = await startTestNode();
    const roomId = newRoomId();
    await TestMember.join(node, roomId);
    await node.ask('node.drain', { moveRooms: false });
    await vi.waitFor(() => expect(node.heartbeat.draining).toBe(true), SLOW);
    await expect(TestMember.join(node, newRoomId())).rejects.toMatchObject({
      code: 'media-node-unavailable',
    });
    await TestMember.join(node, roomId);
  });

  it('tells the members of its rooms to rebuild, and keeps their media until they have', async () => {
    node = await startTestNode();
    const roomId = newRoomId();
    const { flows } = await filmIn(roomId);
    await node.ask('node.drain', { moveRooms: true });
    await vi.waitFor(
      () =>
        expect(told('room.lost', roomId)).toEqual([
          { notice: 'room.lost', data: expect.objectContaining({ reason: 'node-draining' }) },
        ]),
      SLOW,
    );
    await flows();
    await expect(TestMember.join(node, roomId)).rejects.toMatchObject({ code: 'media-node-unavailable' });
  });
});

describe('an orderly end', () => {
  it('is told, can be asked for twice, and leaves no worker behind', async () => {
    node = await startTestNode({ workers: 2 });
    await inRoom(newRoomId());
    await vi.waitFor(() => expect(node.heartbeat.workers).toHaveLength(2), SLOW);
    const pids = node.heartbeat.workers.map(({ pid }) => pid);
    node.node.close();
    node.node.close();
    await vi.waitFor(() => {
      expect(node.notices.filter(({ notice }) => notice === 'node.closed')).toHaveLength(1);
      expect(node.notices.filter(({ notice }) => notice === 'room.lost')).toEqual([]);
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    }, SLOW);
    const memberId = randomUUID() as MemberId;
    await expect(TestMember.join(node, newRoomId(), { memberId })).rejects.toMatchObject({
      code: 'media-node-unavailable',
    });
  });
});
