import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';
import { TestMember } from '#sfu/testing/member.ts';
import { newRoomId, startTestNode, type TestNode } from '#sfu/testing/test-node.ts';

let node: TestNode;
const vanishing: TestMember[] = [];
beforeAll(async () => {
  node = await startTestNode();
});
afterEach(() => {
  for (const member of vanishing.splice(0)) member.vanish();
});
afterAll(() => node.close());

const mai = { kind: 'user', id: randomUUID(), name: 'Mai' } as const;

async function inRoom(roomId: RoomId, options: Partial<SfuPayload<'room.join'>> = {}) {
  const member = await TestMember.inRoom(node, roomId, options);
  vanishing.push(member);
  return member;
}

const resume = (member: TestMember, claim: MemberId, party: SfuPayload<'room.join'>['party'] = mai) =>
  node.ask('room.join', {
    roomId: member.roomId,
    memberId: claim,
    fence: 1,
    party,
    owner: false,
    capacity: 100,
    replaces: member.memberId,
    resume: true,
  });
const newClaim = () => randomUUID() as MemberId;

describe('a member whose server is gone (G18)', () => {
  it('goes on under the next server: the same member, the same media, and no one hears of it', async () => {
    const roomId = newRoomId();
    const [other, own] = [await inRoom(roomId), await inRoom(roomId, { party: mai })];
    const [heard, seen] = [await other.speak(), await own.film()];
    await vi.waitFor(() => own.consumerOf(heard.producerId), SLOW);
    await own.resume(heard.producerId);
    await vi.waitFor(() => expect(own.received(heard.producerId)).toBeGreaterThan(10), SLOW);
    await node.ask('room.setHand', { roomId, memberId: own.memberId, raised: true });
    await node.ask('room.setAway', { roomId, memberId: own.memberId, away: true });
    const left = other.heard('groupCall.memberLeft').length;

    const reply = await resume(own, newClaim());
    expect(reply.memberId).toBe(own.memberId);
    expect(reply.resumed?.consumers).toEqual(own.consumers);
    expect(reply.resumed?.self).toMatchObject({
      away: false,
      handRaisedAt: expect.any(String),
      producers: [{ producerId: seen.producerId, source: 'camera' }],
    });
    expect(reply.members.map(({ memberId }) => memberId)).toEqual([other.memberId]);
    const received = own.received(heard.producerId);
    await vi.waitFor(() => expect(own.received(heard.producerId)).toBeGreaterThan(received + 10), SLOW);
    expect(other.heard('groupCall.memberLeft')).toHaveLength(left);
    expect(other.heard('groupCall.memberAway').at(-1)).toEqual({ memberId: own.memberId, away: false });
  });

  it('is not ended by the server before, but by the one that has it', async () => {
    const roomId = newRoomId();
    const own = await inRoom(roomId, { party: mai });
    await inRoom(roomId);
    const { memberId } = own;
    const claim = newClaim();
    await resume(own, claim);
    await node.ask('room.setAway', { roomId, memberId, claim: memberId, away: true });
    await node.ask('room.leave', { roomId, memberId, claim: memberId, reason: 'lost' });
    expect(node.node.rooms.get(roomId).peers.find(memberId)?.away).toBe(false);
    await node.ask('room.leave', { roomId, memberId, claim, reason: 'left' });
    expect(node.node.rooms.get(roomId).peers.find(memberId)).toBeUndefined();
  });

  it('counts as having missed nothing from then on', async () => {
    const roomId = newRoomId();
    const own = await inRoom(roomId, { party: mai });
    await inRoom(roomId);
    await resume(own, newClaim());
    const noticesSent = async () => {
      const { rooms } = await node.ask('node.list', {});
      const room = rooms.find((one) => one.roomId === roomId);
      return room?.members.find(({ memberId }) => memberId === own.memberId)?.noticesSent;
    };
    expect(await noticesSent()).toBe(0);
    await inRoom(roomId);
    expect(await noticesSent()).toBeGreaterThan(0);
  });

  it('joins anew if its media doesn’t flow, or if the member belongs to someone else', async () => {
    const roomId = newRoomId();
    const unconnected = await TestMember.join(node, roomId, { party: mai });
    const claim = newClaim();
    const reply = await resume(unconnected, claim);
    expect(reply.memberId).toBe(claim);
    expect(reply).not.toHaveProperty('resumed');
    const own = await inRoom(roomId, { party: mai });
    const stranger = { kind: 'user', id: randomUUID(), name: 'Stranger' } as const;
    const refused = newClaim();
    expect((await resume(own, refused, stranger)).memberId).toBe(refused);
    expect(node.node.rooms.get(roomId).peers.find(own.memberId)).toBeDefined();
  });
});
