import type { Db } from '#server/db/database.ts';
import type { Schedule } from './jobs.ts';

/** How long rows that nobody may use any more are kept, so that their reuse is still told apart from nonsense. */
const USED_TOKEN_KEEP_DAYS = 30;
/** One statement's share, so that no lock is held for long. */
const BATCH_SIZE = 10_000;

/** Off the full hour, when everybody else's jobs run. */
export const HOUSEKEEPING: readonly Schedule[] = [
  { job: 'rescue-mails', at: '* * * * *' },
  { job: 'remove-expired-tokens', at: '17 * * * *' },
  { job: 'remove-old-mails', at: '43 3 * * *' },
];

/** Refresh tokens past their end, one-time tokens long past theirs, counters of windows that are over. */
export async function removeExpiredTokens(db: Db): Promise<void> {
  const now = new Date();
  await inBatches(() =>
    db
      .deleteFrom('refresh_tokens')
      .where('id', 'in', (query) =>
        query.selectFrom('refresh_tokens').where('expires_at', '<', now).select('id').limit(BATCH_SIZE),
      )
      .executeTakeFirst(),
  );
  // A link that has expired says so for a while (410) before it is unknown (404).
  const longAgo = new Date(now.getTime() - USED_TOKEN_KEEP_DAYS * 86_400_000);
  await inBatches(() =>
    db
      .deleteFrom('one_time_tokens')
      .where('id', 'in', (query) =>
        query.selectFrom('one_time_tokens').where('expires_at', '<', longAgo).select('id').limit(BATCH_SIZE),
      )
      .executeTakeFirst(),
  );
  await db.deleteFrom('rate_limits').where('window_ends_at', '<', now).execute();
}

/** Mails that are settled one way or the other; what still waits to be sent stays. */
export async function removeOldMails(db: Db, keepDays: number): Promise<void> {
  const before = new Date(Date.now() - keepDays * 86_400_000);
  await inBatches(() =>
    db
      .deleteFrom('mails')
      .where('id', 'in', (query) =>
        query
          .selectFrom('mails')
          .where('created_at', '<', before)
          .where(({ or, eb }) =>
            or([
              eb('sent_at', 'is not', null),
              eb('failed_at', 'is not', null),
              eb('sending_at', 'is not', null),
            ]),
          )
          .select('id')
          .limit(BATCH_SIZE),
      )
      .executeTakeFirst(),
  );
}

async function inBatches(remove: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await remove();
    if (numDeletedRows < BigInt(BATCH_SIZE)) return;
  }
}
