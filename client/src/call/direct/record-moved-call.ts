import { movedCalls } from '#client/call/moved-calls.ts';
import { AppError, errorCodeOf } from '#protocol/app-error.ts';
import type { CallId } from '#protocol/ids.ts';
import { activeCall } from './call-state.ts';
import type { DirectCall } from './direct-call.ts';

/** The call connects, and the room is there, within seconds or not at all. */
const CONNECT_TIMEOUT_MS = 30_000;
const ROOM_TIMEOUT_MS = 15_000;
const LOOK_MS = 100;

type MovableCall = Pick<DirectCall, 'get' | 'move'>;

/** Has the call recorded in its room; null: oneself is not there yet. */
type RecorderOf = (callId: CallId) => (() => Promise<void>) | null;

/**
 * Lets a 1-to-1 call move to the media node, where the server can record it, and has it recorded as soon as oneself is
 * there; what the other side sends is recorded from the moment that it comes. A call that connects is waited for.
 *
 * @throws AppError what the server answers to the one or the other; `call-not-found` where there is no call, or no longer;
 *   `media-node-unavailable` where the room does not come
 */
export async function recordMovedCall(call: MovableCall, recorderOf: RecorderOf = inRoom): Promise<void> {
  const callId = await connected(call);
  const { state } = call.get();
  const movedBefore = state.name === 'connected' ? state.move : null;
  await call.move('recording');
  const record = await lookFor(ROOM_TIMEOUT_MS, () => {
    const { state: now } = call.get();
    if (activeCall(now)?.callId !== callId) throw new AppError('call-not-found');
    const hasFailed = now.name === 'connected' && now.move?.phase === 'failed' && now.move !== movedBefore;
    if (hasFailed) throw new AppError('media-node-unavailable');
    return recorderOf(callId);
  });
  try {
    await record();
  } catch (error) {
    // Someone has begun it meanwhile: the last page of this tab, if that was reloaded.
    if (errorCodeOf(error) !== 'recording-running') throw error;
  }
}

const connected = (call: MovableCall): Promise<CallId> =>
  lookFor(CONNECT_TIMEOUT_MS, () => {
    const { state } = call.get();
    const active = activeCall(state);
    if (!active) throw new AppError('call-not-found');
    return state.name === 'connecting' ? null : active.callId;
  });

/** The room's code is loaded first, so that there may be nothing to subscribe to yet. */
const inRoom: RecorderOf = (callId) => {
  const room = movedCalls.get(callId);
  return room?.get().state.name === 'joined' ? () => room.meeting.recordOnServer(true) : null;
};

/** @throws AppError what `look` throws; `media-node-unavailable` if it finds nothing within `forMs` */
async function lookFor<Value>(forMs: number, look: () => Value | null): Promise<Value> {
  const deadline = Date.now() + forMs;
  while (Date.now() < deadline) {
    const found = look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new AppError('media-node-unavailable');
}
