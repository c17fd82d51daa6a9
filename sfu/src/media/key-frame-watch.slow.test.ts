import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import { TestMember } from '#sfu/testing/member.ts';
import { newRoomId, startTestNode, type TestNode } from '#sfu/testing/test-node.ts';

/** mediasoup's own: when a consumer is resumed, and once more. */
const REQUESTS_OF_MEDIASOUP = 2;
let node: TestNode;
const members: TestMember[] = [];
beforeAll(async () => {
  node = await startTestNode();
});
afterEach(() => {
  for (const member of members.splice(0)) member.vanish();
});
afterAll(() => node.close());

it('a picture that has not come is asked for until it has, and not any more then, also after a pause', async () => {
  const roomId = newRoomId();
  const sender = await TestMember.inRoom(node, roomId);
  const receiver = await TestMember.inRoom(node, roomId);
  members.push(sender, receiver);
  const film = await sender.filmAfterKeyFrameRequests(REQUESTS_OF_MEDIASOUP + 1);
  const { producerId } = film;
  await vi.waitFor(() => receiver.consumerOf(producerId), SLOW);
  for (const isFirst of [true, false]) {
    if (!isFirst) await receiver.pause(producerId);
    // Not counted from the start: mediasoup may ask before there is a consumer that is resumed.
    film.loseAgain(REQUESTS_OF_MEDIASOUP + 1);
    const enough = film.asked() + REQUESTS_OF_MEDIASOUP + 1;
    await receiver.resume(producerId);
    await vi.waitFor(() => expect(film.asked()).toBeGreaterThanOrEqual(enough), SLOW);
    const before = receiver.received(producerId);
    await vi.waitFor(() => expect(receiver.received(producerId)).toBeGreaterThan(before + 10), SLOW);
    const asked = film.asked();
    // As many further packets as take longer than the pause between two requests.
    const after = receiver.received(producerId) + 250;
    await vi.waitFor(() => expect(receiver.received(producerId)).toBeGreaterThan(after), SLOW);
    expect(film.asked()).toBe(asked);
  }
});
