import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** A row without the text of its mail. The text holds one-time links in clear, so it is kept only while it may be sent. */
export const NO_TEXT = { text: '', html: '' } as const;

/** How long a mail that failed can be sent again: no link in it lives longer (L1). */
const FAILED_TEXT_KEEP_DAYS = 7;
/** A mail that is still being handed over after this long is in doubt. */
const IN_DOUBT_AFTER_HOURS = 1;
const BATCH_SIZE = 1_000;

/**
 * Removes the texts of mails that are not sent again: sent, in doubt, or failed more than `FAILED_TEXT_KEEP_DAYS` ago.
 * Most are gone when the mail is sent. This reaches mails of older versions, and of servers that died meanwhile.
 */
export async function removeMailTexts(db: Db): Promise<void> {
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE; ) {
    const { numAffectedRows = 0n } = await sql`
      update mails set text = '', html = '' where id in (
        select id from mails
        where html <> '' and (
          sent_at is not null
          or failed_at < now() - ${FAILED_TEXT_KEEP_DAYS} * interval '1 day'
          or (failed_at is null and sending_at < now() - ${IN_DOUBT_AFTER_HOURS} * interval '1 hour')
        )
        limit ${BATCH_SIZE} for update skip locked
      )`.execute(db);
    removed = Number(numAffectedRows);
  }
}
