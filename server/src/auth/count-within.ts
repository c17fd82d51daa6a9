import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { Db } from '#server/db/database.ts';

/**
 * Connections for counting alone. To count takes a millisecond, and waits for no password to be hashed. Measured with 20 and 50
 * sign-ins at once: hashing fills the cores some twenty times sooner, and four or eight let no more through.
 */
export const LIMITS_POOL_SIZE = 2;

/** Counts one more under a name. Throws `too-many-requests`, with the time that is left, above the maximum. */
export type CountWithin = (key: Buffer, maximum: number, windowMinutes: number) => Promise<void>;

/** Counts in PostgreSQL, so that all servers together keep a limit and a restart does not lift it. */
export const createCountWithin =
  (db: Db): CountWithin =>
  async (key, maximum, windowMinutes) => {
    const { count, leftMs } = await countOne(db, key, windowMinutes);
    if (count > maximum) throw new AppError('too-many-requests', { retryAfterMs: leftMs });
  };

/** How often it has been counted in its window, this time included. */
export async function countOne(
  db: Db,
  key: Buffer,
  windowMinutes: number,
): Promise<{ readonly count: number; readonly leftMs: number }> {
  const { rows } = await sql<{ count: number; left_ms: number }>`
      insert into rate_limits as r (key, count, window_ends_at)
      values (${key}, 1, now() + ${windowMinutes} * interval '1 minute')
      on conflict (key) do update set
        count = case when r.window_ends_at <= now() then 1 else r.count + 1 end,
        window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
      returning count, (extract(epoch from window_ends_at - now()) * 1000)::integer as left_ms`.execute(db);
  const [row] = rows;
  return { count: row?.count ?? 0, leftMs: row?.left_ms ?? 0 };
}

export const hashKey = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(parts.join('\n')).digest();
