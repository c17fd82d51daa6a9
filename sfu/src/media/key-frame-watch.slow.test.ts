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

it('a picture that has not come is asked for until it has, and not any more then', async () => {
  const roomId = newRoomId();
  const sender = await TestMember.inRoom(node, roomId);
  const receiver = await TestMember.inRoom(node, roomId);
  members.push(sender, receiver);
  const film = await sender.filmAfterKeyFrameRequests(REQUESTS_OF_MEDIASOUP + 1);
  await vi.waitFor(() => receiver.resume(film.producerId), SLOW);
  await vi.waitFor(() => expect(receiver.received(film.producerId)).toBeGreaterThan(10), SLOW);
  const asked = film.asked();
  // As many further packets as take longer than the pause between two questions.
  const after = receiver.received(film.producerId) + 250;
  await vi.waitFor(() => expect(receiver.received(film.producerId)).toBeGreaterThan(after), SLOW);
  expect(film.asked()).toBe(asked);
});
