import { useState } from 'react';
import type { GroupCallSnapshot } from '#client/call/group/snapshot.ts';

/** What is remembered of a call in a room once it is over. */
export interface PastCall {
  /** Of `Date.now()`: since when one was in it. */
  readonly since: number;
  /** The server has recorded it, for someone who may have found it in their recordings. */
  readonly recordedForSelf: boolean;
}

/** What is known of the call after this snapshot; the same object where nothing is new. */
export function pastCall(past: PastCall | null, { state, joinedAt }: GroupCallSnapshot): PastCall | null {
  // A new try knows nothing of the call before.
  if (state.name === 'idle' || state.name === 'joining') return null;
  if ((state.name !== 'joined' && state.name !== 'rebuilding') || joinedAt === null) return past;
  const before = past?.since === joinedAt ? past : null;
  const { recordedByServer, mayRecordOnServer } = state.room;
  const recordedForSelf = (before?.recordedForSelf ?? false) || (recordedByServer && mayRecordOnServer);
  return before?.recordedForSelf === recordedForSelf ? before : { since: joinedAt, recordedForSelf };
}

/** Remembers the call for its end. */
export function usePastCall(snapshot: GroupCallSnapshot): PastCall | null {
  const [past, setPast] = useState<PastCall | null>(null);
  const next = pastCall(past, snapshot);
  if (next !== past) setPast(next);
  return next;
}
