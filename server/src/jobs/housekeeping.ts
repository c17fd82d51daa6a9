import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Schedule } from './jobs.ts';

/** How long rows that no one may use any more are kept, so that their reuse is still told apart from nonsense. */
const USED_TOKEN_KEEP_DAYS = 30;
/** One statement's share, so that no lock is held for long. */
const BATCH_SIZE = 10_000;

/** Off the full hour, when everyone else's jobs run. */
export const HOUSEKEEPING: readonly Schedule[] = [
  { job: 'rescue-mails', at: '* * * * *' },
  { job: 'end-lost-group-calls', at: '* * * * *' },
  { job: 'rescue-webhook-deliveries', at: '* * * * *' },
  { job: 'remove-expired-tokens', at: '17 * * * *' },
  { job: 'remove-old-mails', at: '43 3 * * *' },
  { job: 'remove-old-logs', at: '53 3 * * *' },
  { job: 'remove-old-webhook-deliveries', at: '53 3 * * *' },
];

/** Refresh tokens past their end, one-time tokens and guest links long past theirs, counters of windows that are over. */
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
  await inBatches(() =>
    db
      .deleteFrom('guest_links')
      .where('id', 'in', (query) =>
        query
          .selectFrom('guest_links')
          .where('expires_at', '<', longAgo)
          .where('ends_at', '<', longAgo)
          .select('id')
          .limit(BATCH_SIZE),
      )
      .executeTakeFirst(),
  );
  // Former addresses are personal data: of no use once no one can undo the change.
  await inBatches(() =>
    db
      .deleteFrom('mail_changes')
      .where('id', 'in', (query) =>
        query
          .selectFrom('mail_changes')
          .where('undo_until', '<', longAgo)
          .where((where) =>
            where.or([where('confirmed_at', 'is not', null), where('ended_at', 'is not', null)]),
          )
          .select('id')
          .limit(BATCH_SIZE),
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

/** What is settled; what still waits stays. */
export async function removeOldWebhookDeliveries(db: Db, keepDays: number): Promise<void> {
  const before = new Date(Date.now() - keepDays * 86_400_000);
  await inBatches(() =>
    db
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', (query) =>
        query
          .selectFrom('webhook_deliveries')
          .where('created_at', '<', before)
          .where('state', '<>', 'PENDING')
          .select('id')
          .limit(BATCH_SIZE),
      )
      .executeTakeFirst(),
  );
}

/** The audit trail can be shortened in no other way (migrations/0004-append-only-logs.ts). */
export async function removeOldLogs(db: Db, keepDays: number): Promise<void> {
  await inBatches(async () => {
    const { rows } = await sql<{ removed: number }>`
      select remove_old_logs(${keepDays}::integer, ${BATCH_SIZE}::integer) as removed`.execute(db);
    return { numDeletedRows: BigInt(rows[0]?.removed ?? 0) };
  });
}

async function inBatches(remove: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await remove();
    if (numDeletedRows < BigInt(BATCH_SIZE)) return;
  }
}
