import { useState } from 'react';
import type { GroupCallState } from '#client/call/group/machine.ts';
import type { GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import type { Language } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { roomName } from './people.ts';

/** What is remembered of a call in a room once it is over. */
export interface PastCall {
  /** Of `Date.now()`: since when one was in it. */
  readonly since: number;
  /** The server has recorded it, for someone who may have found it in their recordings. */
  readonly recordedForSelf: boolean;
  /** The group's, or of a call that had moved those of the others who were there last; empty: no one came. */
  readonly name: string;
}

/** What is known of the call after this snapshot; the same object where nothing is new. */
export function pastCall(
  past: PastCall | null,
  { state, joinedAt }: GroupCallSnapshot,
  language: Language,
): PastCall | null {
  // A new try knows nothing of the call before.
  if (state.name === 'idle' || state.name === 'joining') return null;
  if ((state.name !== 'joined' && state.name !== 'rebuilding') || joinedAt === null) return past;
  const before = past?.since === joinedAt ? past : null;
  const { recordedByServer, mayRecordOnServer } = state.room;
  const recordedForSelf = (before?.recordedForSelf ?? false) || (recordedByServer && mayRecordOnServer);
  const name = (state.name === 'joined' && othersName(state, language)) || (before?.name ?? '');
  return before?.recordedForSelf === recordedForSelf && before.name === name
    ? before
    : { since: joinedAt, recordedForSelf, name };
}

/** What the call is called without oneself. */
const othersName = (
  { room, memberId }: Extract<GroupCallState, { name: 'joined' }>,
  language: Language,
): string =>
  roomName({ ...room, members: room.members.filter((member) => member.memberId !== memberId) }, language);

/** Remembers the call for its end. */
export function usePastCall(snapshot: GroupCallSnapshot): PastCall | null {
  const [past, setPast] = useState<PastCall | null>(null);
  const next = pastCall(past, snapshot, useLanguage());
  if (next !== past) setPast(next);
  return next;
}
