import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { LimitName } from './limit-table.ts';
import { overLimit } from './over-limit.ts';

/**
 * Connections for counting alone. To count takes a millisecond, and waits for no password to be hashed. Measured with 20 and 50
 * sign-ins at once: hashing fills the cores some twenty times sooner, and four or eight let no more through.
 */
export const LIMITS_POOL_SIZE = 2;

/** What is counted, under which key, and how often it may happen in how many minutes. */
export interface Counter {
  readonly limit: LimitName;
  readonly key: Buffer;
  readonly maximum: number;
  readonly minutes: number;
}

/** Counts one more. Throws `too-many-requests`, with the time that is left, above the maximum. */
export type CountWithin = (counter: Counter) => Promise<void>;

/** Counts in PostgreSQL, so that all servers together keep a limit and a restart does not lift it. */
export const createCountWithin =
  (db: Db): CountWithin =>
  async ({ limit, key, maximum, minutes }) => {
    const { count, leftMs } = await countOne(db, key, minutes);
    if (count > maximum) throw overLimit(limit, leftMs);
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
