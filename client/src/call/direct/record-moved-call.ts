import type { GroupCall } from '#client/call/group/group-call.ts';
import { movedCalls } from '#client/call/moved-calls.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId } from '#protocol/ids.ts';
import type { DirectCall } from './direct-call.ts';

/** The room is there within seconds, or not at all. */
const ROOM_TIMEOUT_MS = 15_000;
const LOOK_MS = 100;

/**
 * Lets a 1-to-1 call move to the media node, where the server can record it, and has it recorded as soon as oneself is
 * there; what the other side sends is recorded from the moment that it comes.
 *
 * @throws AppError what the server answers to the one or the other; `media-node-unavailable` where the room does not come
 */
export async function recordMovedCall(call: Pick<DirectCall, 'move'>, callId: CallId): Promise<void> {
  await call.move('recording');
  const room = await joinedRoom(callId);
  await room.meeting.recordOnServer(true);
}

async function joinedRoom(callId: CallId): Promise<GroupCall> {
  const deadline = Date.now() + ROOM_TIMEOUT_MS;
  while (Date.now() < deadline) {
    // The room's code is loaded first, so that there may be nothing to subscribe to yet.
    const room = movedCalls.get(callId);
    if (room?.get().state.name === 'joined') return room;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new AppError('media-node-unavailable');
}
