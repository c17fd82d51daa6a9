import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { GuestLinkId } from '#protocol/ids.ts';
import { MAX_CALL_BROWSERS } from '#protocol/limits.ts';
import type { Party } from '#protocol/party.ts';
import { TestMember } from '#sfu/testing/member.ts';
import { newRoomId, startTestNode, type TestNode } from '#sfu/testing/test-node.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode({ lingerMs: 2_000 });
});
afterAll(() => node.close());

const user = (name: string): Party => ({ kind: 'user', id: randomUUID(), name });

/** As the server names a guest: by one link and one browser. */
const guest = (name: string): Party => ({ kind: 'guest', id: randomUUID(), name });
const linkOf = (maxGuests = 20) => ({
  linkId: randomUUID() as string as GuestLinkId,
  maxGuests,
  onlyReturning: false,
});

/** An owner and a member, without connections: nothing here needs packets. */
async function meet(roomId = newRoomId()) {
  const [aoi, ken] = [user('Aoi'), user('Ken')];
  const owner = await TestMember.join(node, roomId, { party: aoi, owner: true });
  const member = await TestMember.join(node, roomId, { party: ken });
  const inNameOf = ({ memberId }: TestMember) => ({ roomId, memberId });
  return {
    roomId,
    aoi,
    ken,
    owner,
    member,
    say: (who: TestMember, text: string) => node.ask('room.say', { ...inNameOf(who), text }),
    raise: (who: TestMember, raised: boolean) => node.ask('room.setHand', { ...inNameOf(who), raised }),
    lock: (locked: boolean) => node.ask('room.setLocked', { ...inNameOf(owner), locked }),
    remove: (target: TestMember) =>
      node.ask('room.removeMember', { ...inNameOf(owner), target: target.memberId }),
    mute: (target: TestMember, source: 'microphone' | 'camera') =>
      node.ask('room.muteMember', { ...inNameOf(owner), target: target.memberId, source }),
  };
}

describe('what is written', () => {
  it('is read by everyone in the same order, the writer included, and by those who come later', async () => {
    const { roomId, owner, member, ken, say } = await meet();
    await Promise.all([say(member, 'Hello'), say(owner, 'Welcome')]);
    const read = owner.heard('groupCall.said');
    expect(read.map(({ text }) => text)).toEqual(['Hello', 'Welcome']);
    expect(read[0]).toMatchObject({ memberId: member.memberId, party: ken });
    expect(member.heard('groupCall.said')).toEqual(read);
    const late = await TestMember.join(node, roomId);
    expect(late.reply.messages).toEqual(read);
  });

  it('is limited for each person to five at once, and comes through again a second later', async () => {
    const { roomId, owner, member, ken, say } = await meet();
    for (let i = 0; i < 5; i++) await say(member, `${i}`);
    await expect(say(member, 'too much')).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterMs: expect.any(Number),
    });
    // Coming in again fills no one's bucket, and the others are not held up.
    const again = await TestMember.join(node, roomId, { party: ken });
    await expect(say(again, 'still too much')).rejects.toMatchObject({ code: 'too-many-requests' });
    await say(owner, 'I may');
    await vi.waitFor(() => say(member, 'again'), SLOW);
  });
});

describe('guests', () => {
  it('of one link write no more together than a few people may, no matter who they say they are (G10)', async () => {
    const { roomId, owner, say } = await meet();
    const link = linkOf();
    const guests = await Promise.all(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) =>
        TestMember.join(node, roomId, { party: guest(name), guest: link }),
      ),
    );
    const sent = await Promise.allSettled(
      guests.flatMap((writer) => Array.from({ length: 5 }, (_, i) => say(writer, `${i}`))),
    );
    // 20 at once, and what is refilled while they are said.
    const through = sent.filter(({ status }) => status === 'fulfilled').length;
    expect(through).toBeGreaterThanOrEqual(20);
    expect(through).toBeLessThan(30);
    await say(owner, 'I may');
  });

  it('leave places to members, and a link lets in no more than its owner has set (G15)', async () => {
    const { roomId } = await meet();
    const limits = { capacity: 5, guestCapacity: 2 };
    const join = (party: Party, link?: ReturnType<typeof linkOf>) =>
      TestMember.join(node, roomId, { party, ...limits, ...(link && { guest: link }) });
    const [small, large] = [linkOf(1), linkOf()];
    const first = guest('First');
    const member = await join(first, small);
    await expect(join(guest('Second'), small)).rejects.toMatchObject({ code: 'guest-link-full' });
    // A reloaded page: the old one is still there without its socket.
    await node.ask('room.setAway', { roomId, memberId: member.memberId, away: true });
    await join(first, small);
    await join(guest('Third'), large);
    await expect(join(guest('Fourth'), large)).rejects.toMatchObject({ code: 'room-full' });
    await join(user('Member'));
    await expect(join(user('Late'))).rejects.toMatchObject({ code: 'room-full' });
    await TestMember.join(node, roomId, { party: user('Owner'), owner: true, ...limits });
  });

  it('one person takes no more seats than they may have browsers (G15)', async () => {
    const { roomId } = await meet();
    const owner = user('Everywhere');
    const join = (options: object = {}) =>
      TestMember.join(node, roomId, { party: owner, owner: true, ...options });
    const [first] = await Promise.all(Array.from({ length: MAX_CALL_BROWSERS }, () => join()));
    await expect(join()).rejects.toMatchObject({ code: 'too-many-browsers' });
    // A reloaded page takes its own place.
    await join({ replaces: first?.memberId });
    await TestMember.join(node, roomId, { party: user('Someone else') });
  });
});

describe('someone who is away', () => {
  it('gives their place to the page that they have opened instead, and to no one else (G6)', async () => {
    const { roomId, owner, member, ken } = await meet();
    await node.ask('room.setAway', { roomId, memberId: member.memberId, away: true });
    await TestMember.join(node, roomId, { party: user('Else') });
    expect(owner.heard('groupCall.memberLeft')).toEqual([]);
    const again = await TestMember.join(node, roomId, { party: ken, capacity: 3 });
    expect(again.reply.members.filter(({ party }) => party.id === ken.id)).toEqual([]);
    const { memberId } = member;
    await vi.waitFor(
      () => expect(owner.heard('groupCall.memberLeft')).toEqual([{ memberId, reason: 'replaced' }]),
      SLOW,
    );
    expect(node.notices).toContainEqual(
      expect.objectContaining({
        notice: 'room.memberLost',
        data: expect.objectContaining({ roomId, memberId }),
      }),
    );
  });

  it('is no other browser of the same person, which goes on', async () => {
    const { roomId, owner, member, ken } = await meet();
    const second = await TestMember.join(node, roomId, { party: ken });
    expect(second.reply.members.map(({ memberId }) => memberId)).toContain(member.memberId);
    expect(owner.heard('groupCall.memberLeft')).toEqual([]);
  });
});

describe('a connection as the browser measures it', () => {
  it('is told to the others once a second at most, and to those who come later (G13)', async () => {
    const { roomId, owner, member } = await meet();
    const report = (loss: number) =>
      node.ask('room.reportLink', {
        roomId,
        memberId: member.memberId,
        link: { loss, roundTripMs: 80 },
      });
    for (const loss of [0, 0.01, 0.02]) await report(loss);
    const late = await TestMember.join(node, roomId);
    const link = { loss: 0.02, roundTripMs: 80 };
    expect(late.reply.members.find(({ memberId }) => memberId === member.memberId)).toMatchObject({ link });
    await vi.waitFor(() => expect(owner.heard('groupCall.memberLinkChanged')).not.toEqual([]), 5_000);
    expect(owner.heard('groupCall.memberLinkChanged')).toEqual([{ memberId: member.memberId, link }]);
    expect(member.heard('groupCall.memberLinkChanged')).toEqual([]);
  });
});

describe('raised hands', () => {
  it('are shown to all with the time, kept when raised again, and lowered by the owner', async () => {
    const { roomId, owner, member, raise } = await meet();
    await raise(member, true);
    await raise(member, true);
    const [first, ...others] = owner.heard('groupCall.handChanged');
    expect(first?.memberId).toBe(member.memberId);
    expect(Date.parse(first?.raisedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(others).toEqual([]);
    const late = await TestMember.join(node, roomId);
    expect(late.reply.members.map(({ handRaisedAt }) => handRaisedAt)).toEqual([null, first?.raisedAt]);
    await node.ask('room.lowerHand', { roomId, memberId: owner.memberId, target: member.memberId });
    expect(member.heard('groupCall.handChanged').at(-1)).toEqual({
      memberId: member.memberId,
      raisedAt: null,
    });
  });
});

describe('the announcement of a recording', () => {
  it('reaches everyone and those who come later', async () => {
    const { roomId, owner, member } = await meet();
    const { memberId } = member;
    await node.ask('room.setRecording', { roomId, memberId, on: true });
    node.node.rooms.get(roomId).meeting.setServerRecording(true);
    await vi.waitFor(() => {
      expect(owner.heard('groupCall.recordingChanged')).toEqual([{ memberId, on: true }]);
      expect(owner.heard('groupCall.serverRecordingChanged')).toEqual([{ on: true }]);
    }, SLOW);
    const { reply } = await TestMember.join(node, roomId);
    expect(reply.recordedByServer).toBe(true);
    expect(reply.members.map(({ recording }) => recording)).toEqual([false, true]);
  });
});

describe('the owner', () => {
  it('mutes a member at the source, who hears who did it and can unmute itself', async () => {
    const { roomId, owner, member, aoi, mute } = await meet();
    const { memberId } = member;
    const producerId = await member.produce('microphone');
    await mute(member, 'microphone');
    expect(member.heard('groupCall.muted')).toEqual([{ producerId, source: 'microphone', by: aoi }]);
    expect(owner.heard('groupCall.producerPaused')).toEqual([{ memberId, producerId, paused: true }]);
    await node.ask('media.resumeProducer', { roomId, memberId, producerId });
    expect(owner.heard('groupCall.producerPaused').at(-1)?.paused).toBe(false);
    // What is not sent is muted already.
    await mute(member, 'camera');
    expect(member.heard('groupCall.muted')).toHaveLength(1);
  });

  it('removes a member with all its browsers, and it cannot come back under any', async () => {
    const { roomId, owner, member, ken, remove } = await meet();
    const second = await TestMember.join(node, roomId, { party: ken });
    await remove(member);
    expect(owner.heard('groupCall.memberLeft')).toEqual([
      { memberId: member.memberId, reason: 'removed' },
      { memberId: second.memberId, reason: 'removed' },
    ]);
    const told = node.notices.filter(
      (said) => said.notice === 'room.memberRemoved' && said.data.roomId === roomId,
    );
    expect(told).toHaveLength(2);
    await expect(TestMember.join(node, roomId, { party: ken })).rejects.toMatchObject({
      code: 'member-removed',
    });
    await expect(remove(member)).rejects.toMatchObject({ code: 'not-found' });
    await expect(remove(owner)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('takes whom the owner rings back, also into a locked room, until they are removed again', async () => {
    const { roomId, owner, member, ken, remove, lock } = await meet();
    const ring = () =>
      node.ask('room.ring', { roomId, memberId: owner.memberId, rung: { kind: ken.kind, id: ken.id } });
    await remove(member);
    await lock(true);
    await ring();
    const back = await TestMember.join(node, roomId, { party: ken });
    await remove(back);
    await expect(TestMember.join(node, roomId, { party: ken })).rejects.toMatchObject({
      code: 'member-removed',
    });
  });

  it('removes one guest of a link with all of their tabs, and not the others', async () => {
    const { roomId, remove } = await meet();
    const [loud, quiet] = [guest('Loud'), guest('Quiet')];
    const link = linkOf();
    const join = (party: Party) => TestMember.join(node, roomId, { party, guest: link });
    const first = await join(loud);
    const second = await join(loud);
    await join(quiet);
    expect(await remove(first)).toEqual({ guestLinkId: link.linkId });
    // The page is reloaded, and gives another name: the browser's key makes it the same person.
    for (const again of [loud, { ...loud, name: 'Other' }]) {
      await expect(join(again)).rejects.toMatchObject({ code: 'member-removed' });
    }
    await expect(remove(second)).rejects.toMatchObject({ code: 'not-found' });
    await join(quiet);
  });

  it('who came the same way as someone removed comes in only if they were in the call (G15)', async () => {
    const { roomId } = await meet();
    const [known, stranger] = [guest('Known'), guest('Stranger')];
    const link = linkOf();
    const before = await TestMember.join(node, roomId, { party: known, guest: link });
    const later = { ...link, onlyReturning: true };
    await TestMember.join(node, roomId, { party: known, guest: later });
    await before.leave();
    await TestMember.join(node, roomId, { party: known, guest: later });
    await expect(TestMember.join(node, roomId, { party: stranger, guest: later })).rejects.toMatchObject({
      code: 'member-removed',
    });
  });

  it('locks the room: no one new comes in, those who were there come back, the owner always', async () => {
    const { roomId, owner, member, aoi, ken, lock } = await meet();
    await lock(true);
    expect(member.heard('groupCall.lockChanged')).toEqual([{ locked: true, by: owner.memberId }]);
    await expect(TestMember.join(node, roomId)).rejects.toMatchObject({ code: 'room-locked' });
    // With a page reloaded, whose old one has not left yet; and after it has.
    const again = await TestMember.join(node, roomId, { party: ken });
    await again.leave('lost');
    await member.leave();
    const { reply } = await TestMember.join(node, roomId, { party: ken });
    expect(reply.locked).toBe(true);
    await owner.leave();
    await TestMember.join(node, roomId, { party: aoi, owner: true });
    await node.ask('room.setLocked', { roomId, memberId: reply.memberId, locked: false });
    await TestMember.join(node, roomId);
  });

  it('locks out who is still on the way in', async () => {
    const { roomId, lock } = await meet();
    const [coming] = await Promise.allSettled([TestMember.join(node, roomId), lock(true)]);
    expect(coming).toMatchObject({ status: 'rejected', reason: { code: 'room-locked' } });
  });
});

it('the death of a worker leaves the room locked, its members welcome, and what was said (G12)', async () => {
  const fragile = await startTestNode();
  try {
    const roomId = newRoomId();
    const ken = user('Ken');
    const owner = await TestMember.join(fragile, roomId, { owner: true });
    const member = await TestMember.join(fragile, roomId, { party: ken });
    const inRoom = { roomId, memberId: owner.memberId };
    const loud = user('Loud');
    const noise = await TestMember.join(fragile, roomId, { party: loud });
    await fragile.ask('room.say', { ...inRoom, text: 'Hello' });
    await fragile.ask('room.removeMember', { ...inRoom, target: noise.memberId });
    await fragile.ask('room.setLocked', { ...inRoom, locked: true });
    process.kill(fragile.node.rooms.workerOf(roomId) ?? Number.NaN, 'SIGKILL');
    const join = (party: Party) =>
      vi.waitFor(
        () =>
          TestMember.join(fragile, roomId, { party }).catch((error: unknown) => {
            const refused = error instanceof Error && 'code' in error ? error.code : null;
            if (refused === 'media-node-unavailable') throw error;
            return refused;
          }),
        SLOW,
      );
    await vi.waitFor(
      () => expect(fragile.notices.some(({ notice }) => notice === 'room.lost')).toBe(true),
      SLOW,
    );
    expect(await join(user('Stranger'))).toBe('room-locked');
    expect(await join(loud)).toBe('member-removed');
    const back = await join(ken);
    expect(back).toMatchObject({ reply: { locked: true, messages: [{ text: 'Hello' }] } });
    expect(member.memberId).not.toBe(owner.memberId);
  } finally {
    await fragile.close();
  }
});
