import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { Db } from '#server/db/database.ts';

/** What is counted apart; all by address, those about one account by account too. */
export type LimitedAction = 'sign-in' | 'sign-up' | 'link' | 'mail' | 'self-test';

export interface RateLimits {
  /**
   * Counts an attempt before it is made, so that many at once cannot slip through. Throws `too-many-requests` with the
   * time that is left. `address` is the asker's, `account` whatever names the account (a mail address, a serial).
   */
  attempt(
    action: LimitedAction,
    by: { readonly address: string; readonly account?: string },
  ): Promise<Attempt>;
}

export interface Attempt {
  /** It succeeded and shall not count: only failed sign-ins do. */
  forgive(): Promise<void>;
}

/** Counted in PostgreSQL, so that all servers together keep the limit and a restart does not lift it. */
export function createRateLimits(
  db: Db,
  limits: {
    readonly attemptWindowMinutes: number;
    readonly attemptsPerAccount: number;
    readonly attemptsPerAddress: number;
  },
): RateLimits {
  const count = async (key: Buffer, maximum: number): Promise<void> => {
    const { rows } = await sql<{ count: number; left_ms: number }>`
      insert into rate_limits as r (key, count, window_ends_at)
      values (${key}, 1, now() + ${limits.attemptWindowMinutes} * interval '1 minute')
      on conflict (key) do update set
        count = case when r.window_ends_at <= now() then 1 else r.count + 1 end,
        window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
      returning count, (extract(epoch from window_ends_at - now()) * 1000)::integer as left_ms`.execute(db);
    const [row] = rows;
    if (row && row.count > maximum) throw new AppError('too-many-requests', { retryAfterMs: row.left_ms });
  };

  return {
    async attempt(action, { address, account }) {
      const addressKey = hashKey(action, 'address', network(address));
      const keys = [addressKey];
      await count(addressKey, limits.attemptsPerAddress);
      if (account !== undefined) {
        const accountKey = hashKey(action, 'account', account.toLowerCase());
        keys.push(accountKey);
        await count(accountKey, limits.attemptsPerAccount);
      }
      return {
        async forgive() {
          await db
            .updateTable('rate_limits')
            .where('key', 'in', keys)
            .where('count', '>', 0)
            .set(({ eb }) => ({ count: eb('count', '-', 1) }))
            .execute();
        },
      };
    },
  };
}

const hashKey = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(parts.join('\n')).digest();

/** An IPv6 subscriber has a whole /64 to ask from: it counts as one address (RFC 6177). */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
