import { sql } from 'kysely';
import type { RecordingId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';

/** Messages in one answer: with the longest texts about 1 MiB. */
const PAGE_SIZE = 200;

export interface RecordedMessage {
  readonly id: string;
  /** Who has written it. */
  readonly name: string;
  /** Seconds from the beginning of the recording. */
  readonly offset: number;
  readonly text: string;
}

export interface RecordedMessages {
  readonly messages: RecordedMessage[];
  /** More follow. */
  readonly more: boolean;
}

/** Those of a recording in their order, a page at a time. @param after the last one that the asker has; null: from the first */
export async function messagesOf(
  db: Db,
  recordingId: RecordingId,
  after: string | null,
): Promise<RecordedMessages> {
  const { rows } = await sql<RecordedMessage>`
    select m.id, m.party_name as name, m.text,
      greatest(0, extract(epoch from m.said_at - coalesce(s.begun_at, r.started_at)))::float8 as offset
    from recording_messages m join recordings r on r.id = m.recording_id
      left join recording_sections s on s.id = r.id
    where m.recording_id = ${recordingId}
      and (${after}::uuid is null
        or (m.said_at, m.id) > (select l.said_at, l.id from recording_messages l where l.id = ${after}::uuid))
    order by m.said_at, m.id limit ${PAGE_SIZE + 1}`.execute(db);
  return { messages: rows.slice(0, PAGE_SIZE), more: rows.length > PAGE_SIZE };
}

/** All of a recording, in their order. */
export async function allMessagesOf(db: Db, recordingId: RecordingId): Promise<readonly RecordedMessage[]> {
  const found: RecordedMessage[] = [];
  for (;;) {
    const { messages, more } = await messagesOf(db, recordingId, found.at(-1)?.id ?? null);
    found.push(...messages);
    if (!more) return found;
  }
}
