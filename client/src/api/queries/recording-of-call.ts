import { iri } from '#protocol/rest/field.ts';
import type { Recording } from './recordings.ts';

/** A call in which someone was, as far as its recording needs it. */
export interface RecordedCall {
  /** Null: a 1-to-1 call that moved to a room. */
  readonly groupId: string | null;
  /** When the person joined, in ms since 1970 by the server's clock. */
  readonly since: number;
}

/** The newest recording that was running while the person was in the call. */
export const recordingOf = (
  recordings: readonly Recording[],
  { groupId, since }: RecordedCall,
): Recording | null =>
  recordings.find(
    ({ group, end }) =>
      group === (groupId === null ? null : iri('groups', groupId)) &&
      (end === null || Date.parse(end) >= since),
  ) ?? null;
