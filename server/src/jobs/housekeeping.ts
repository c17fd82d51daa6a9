import { type Expression, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Schedule } from './jobs.ts';

/** How long rows that no one may use any more are kept, so that their reuse is still told apart from nonsense. */
const USED_TOKEN_KEEP_DAYS = 30;
/** One statement's share, so that no lock is held for long. */
const BATCH_SIZE = 10_000;

/** Off the full hour, when everyone else's jobs run. */
export const HOUSEKEEPING: readonly Schedule[] = [
  { job: 'rescue-mails', at: '* * * * *' },
  { job: 'end-lost-group-calls', at: '* * * * *' },
  { job: 'rebuild-statistics', at: '* * * * *' },
  { job: 'rescue-webhook-deliveries', at: '* * * * *' },
  { job: 'rescue-tasks', at: '* * * * *' },
  { job: 'remove-expired-tokens', at: '17 * * * *' },
  { job: 'remove-old-mails', at: '43 3 * * *' },
  { job: 'remove-old-logs', at: '53 3 * * *' },
  { job: 'remove-old-webhook-deliveries', at: '53 3 * * *' },
  { job: 'remove-old-tasks', at: '23 4 * * *' },
  { job: 'remove-old-notifications', at: '33 4 * * *' },
];

/** Refresh tokens past their end, one-time tokens and guest links long past theirs, counters of windows that are over. */
export async function removeExpiredTokens(db: Db): Promise<void> {
  const now = new Date();
  await remove(db, 'refresh_tokens', sql`expires_at < ${now}`);
  // A link that has expired says so for a while (410) before it is unknown (404).
  const longAgo = daysAgo(USED_TOKEN_KEEP_DAYS);
  await remove(db, 'one_time_tokens', sql`expires_at < ${longAgo}`);
  await remove(db, 'guest_links', sql`expires_at < ${longAgo} and ends_at < ${longAgo}`);
  // Former addresses are personal data: of no use once no one can undo the change.
  const settled = sql`(confirmed_at is not null or ended_at is not null)`;
  await remove(db, 'mail_changes', sql`undo_until < ${longAgo} and ${settled}`);
  await db.deleteFrom('exports').where('expires_at', '<', now).execute();
  await db.deleteFrom('rate_limits').where('window_ends_at', '<', now).execute();
}

/** Mails that are settled one way or the other; what still waits to be sent stays. */
export async function removeOldMails(db: Db, keepDays: number): Promise<void> {
  const settled = sql`num_nonnulls(sent_at, failed_at, sending_at) > 0`;
  await remove(db, 'mails', sql`created_at < ${daysAgo(keepDays)} and ${settled}`);
}

/** Those that appeared so long ago, whether they were read or not. */
export async function removeOldNotifications(db: Db, keepDays: number): Promise<void> {
  await remove(db, 'notifications', sql`appears_at < ${daysAgo(keepDays)}`);
}

/** Those that are over, and imports that were never run, with all their rows. */
export async function removeOldTasks(db: Db, keepDays: number): Promise<void> {
  const open = sql`state in ('running', 'checking')`;
  await remove(db, 'tasks', sql`coalesce(finished_at, created_at) < ${daysAgo(keepDays)} and not ${open}`);
}

/** What is settled; what still waits stays. */
export async function removeOldWebhookDeliveries(db: Db, keepDays: number): Promise<void> {
  await remove(db, 'webhook_deliveries', sql`created_at < ${daysAgo(keepDays)} and state <> 'PENDING'`);
}

/** The audit trail can be shortened in no other way (migrations/0004-append-only-logs.ts). */
export async function removeOldLogs(db: Db, keepDays: number): Promise<void> {
  await inBatches(async () => {
    const { rows } = await sql<{ removed: number }>`
      select remove_old_logs(${keepDays}::integer, ${BATCH_SIZE}::integer) as removed`.execute(db);
    return rows[0]?.removed ?? 0;
  });
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

const remove = (db: Db, table: keyof Schema, condition: Expression<unknown>): Promise<void> =>
  inBatches(async () => {
    const from = sql.table(table);
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where id in (select id from ${from} where ${condition} limit ${BATCH_SIZE})`.execute(
      db,
    );
    return Number(numAffectedRows);
  });

async function inBatches(removeSome: () => Promise<number>): Promise<void> {
  let removed = BATCH_SIZE;
  while (removed >= BATCH_SIZE) removed = await removeSome();
}
