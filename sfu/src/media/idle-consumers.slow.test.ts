import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import { TestMember } from '#sfu/testing/member.ts';
import { newRoomId, startTestNode, type TestNode } from '#sfu/testing/test-node.ts';

let node: TestNode;
const members: TestMember[] = [];
beforeAll(async () => {
  node = await startTestNode({ idleConsumerMs: 200 });
});
afterEach(() => {
  for (const member of members.splice(0)) member.vanish();
});
afterAll(() => node.close());

async function pair(): Promise<[TestMember, TestMember]> {
  const roomId = newRoomId();
  const both = [await TestMember.inRoom(node, roomId), await TestMember.inRoom(node, roomId)] as const;
  members.push(...both);
  return [...both];
}

const openConsumers = (member: TestMember) => node.node.rooms.get(member.roomId).consumerCount;
/** Resumed as often as it takes: on a busy machine it may become idle before. */
const flowsOnceResumed = async (member: TestMember, producerId: string) => {
  const before = member.received(producerId);
  await vi.waitFor(async () => {
    await member.resume(producerId);
    expect(member.received(producerId)).toBeGreaterThan(before + 10);
  }, SLOW);
};

describe('a consumer that stays paused', () => {
  it('is closed, and opened again under another id when it is resumed', async () => {
    const [sender, receiver] = await pair();
    const { producerId } = await sender.film();
    await vi.waitFor(() => receiver.consumerOf(producerId), SLOW);
    await flowsOnceResumed(receiver, producerId);
    const { consumerId } = receiver.consumerOf(producerId);
    await receiver.pause(producerId);
    await vi.waitFor(() => expect(openConsumers(receiver)).toBe(0), SLOW);
    // The member keeps the last picture meanwhile.
    expect(receiver.consumerOf(producerId).consumerId).toBe(consumerId);

    await receiver.resume(producerId);
    await vi.waitFor(() => expect(receiver.consumerOf(producerId).consumerId).not.toBe(consumerId), SLOW);
    const names = receiver.heardNames.filter((name) => name.startsWith('groupCall.consumer'));
    expect(names.slice(-2)).toEqual(['groupCall.consumerOpened', 'groupCall.consumerClosed']);
    await flowsOnceResumed(receiver, producerId);
    expect(openConsumers(receiver)).toBe(1);
  });

  it('is closed for its member also when what it receives ends', async () => {
    const [sender, receiver] = await pair();
    const film = await sender.film();
    await vi.waitFor(() => receiver.consumerOf(film.producerId), SLOW);
    await vi.waitFor(() => expect(openConsumers(receiver)).toBe(0), SLOW);
    film.stop();
    await sender.leave();
    await vi.waitFor(() => expect(receiver.consumers).toEqual([]), SLOW);
  });

  it('stays open where it is resumed in time, or has layers, of which the worker keeps no record', async () => {
    const [sender, receiver] = await pair();
    const plain = await sender.film();
    const layered = await sender.film(3, 'screen');
    await vi.waitFor(() => receiver.consumerOf(layered.producerId), SLOW);
    await receiver.resume(plain.producerId);
    const seen = receiver.received(plain.producerId);
    // As many packets as take longer than an idle consumer stays open.
    await vi.waitFor(() => expect(receiver.received(plain.producerId)).toBeGreaterThan(seen + 25), SLOW);
    expect(openConsumers(receiver)).toBe(2);
  });
});
