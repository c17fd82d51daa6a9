import type { Static } from 'typebox';
import type { RecordingId } from '#protocol/ids.ts';
import { API_PREFIX } from '#protocol/rest/field.ts';
import type { RecordingAccessSchema } from '#protocol/rest/resources/recording.ts';
import type { Spans } from '#protocol/sfu/recording.ts';
import type { LogActor } from '#server/audit-log.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordingAccess } from './recording-access.ts';

const inSeconds = (spans: Spans | null): [from: number, to: number][] | null =>
  spans?.map(([from, to]) => [from / 1_000, to / 1_000]) ?? null;

/**
 * Addresses of the files of a recording and of its films that are ready, which work without a token, with what each file shows when.
 *
 * @param holder whose they are: what is downloaded by them is theirs in the audit log
 * @param until when they end at the latest
 */
export async function addressesOf(
  db: Db,
  access: RecordingAccess,
  recordingId: RecordingId,
  holder: LogActor,
  until?: Date,
): Promise<Static<typeof RecordingAccessSchema>> {
  const { token, expiresAt } = access.issue(recordingId, holder);
  const files = await db
    .selectFrom('recording_files')
    .where('recording_id', '=', recordingId)
    .select(['id', 'present', 'shown', 'spoken'])
    .orderBy('offset_ms')
    .orderBy('id')
    .execute();
  const films = await db
    .selectFrom('recording_films')
    .where('recording_id', '=', recordingId)
    .where('state', '=', 'ready')
    .select('id')
    .orderBy('created_at')
    .execute();
  const hasMessages = await db
    .selectFrom('recording_messages')
    .where('recording_id', '=', recordingId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  const addresses = (id: string) => {
    const url = `${API_PREFIX}/recordings/${recordingId}/files/${id}?access=${token}`;
    return { id, url, downloadUrl: `${url}&download=true` };
  };
  return {
    expires: (until !== undefined && until < expiresAt ? until : expiresAt).toISOString(),
    archiveUrl: `${API_PREFIX}/recordings/${recordingId}/archive?access=${token}`,
    messagesUrl: hasMessages ? `${API_PREFIX}/recordings/${recordingId}/messages?access=${token}` : null,
    films: films.map(({ id }) => addresses(id)),
    files: files.map(({ id, present, shown, spoken }) => {
      const spans = { present: inSeconds(present), shown: inSeconds(shown), spoken: inSeconds(spoken) };
      return { ...addresses(id), ...spans };
    }),
  };
}
