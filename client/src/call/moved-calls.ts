import type { CallId } from '#protocol/ids.ts';
import type { GroupCall } from './group/group-call.ts';

const calls = new Map<CallId, GroupCall>();

/**
 * Rooms that 1-to-1 calls of this page have moved to: the 1-to-1 call opens and closes them, and the page of the group call
 * shows them. The type alone is imported: a 1-to-1 call that stays one loads nothing of the media node's.
 */
export const movedCalls = {
  get: (callId: CallId): GroupCall | undefined => calls.get(callId),
  set: (callId: CallId, call: GroupCall): void => void calls.set(callId, call),
  delete: (callId: CallId): void => void calls.delete(callId),
};
