import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { OneTimePurpose } from '#server/db/account-tables.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { hashOpaqueToken, isOpaqueToken, newOpaqueToken } from './opaque-token.ts';

const HOUR_MS = 3_600_000;

/** For how long the old mail address can undo a change, from the request and again from the confirmation. */
export const UNDO_LIFE_MS = 7 * 24 * HOUR_MS;

/** How long each link works (specification L1), and how its refusal is called. */
const PURPOSES = {
  'verify-user': { lifeMs: 24 * HOUR_MS, errors: 'verification' },
  'verify-admin': { lifeMs: 24 * HOUR_MS, errors: 'verification' },
  'verify-customer': { lifeMs: 24 * HOUR_MS, errors: 'verification' },
  'confirm-user': { lifeMs: 24 * HOUR_MS, errors: 'verification' },
  'confirm-admin': { lifeMs: 24 * HOUR_MS, errors: 'verification' },
  'confirm-customer': { lifeMs: 24 * HOUR_MS, errors: 'verification' },
  'undo-mail': { lifeMs: UNDO_LIFE_MS, errors: 'undo' },
  'reset-user': { lifeMs: HOUR_MS, errors: 'reset' },
  'reset-manager': { lifeMs: HOUR_MS, errors: 'reset' },
  'reset-admin': { lifeMs: HOUR_MS, errors: 'reset' },
  'approve-pair': { lifeMs: 7 * 24 * HOUR_MS, errors: 'approval' },
} as const satisfies Record<OneTimePurpose, { lifeMs: number; errors: string }>;

export const oneTimeTokenError = (
  purpose: OneTimePurpose,
  outcome: 'unknown' | 'used' | 'expired',
): AppError => {
  const code: ErrorCode = `${PURPOSES[purpose].errors}-${outcome}`;
  return new AppError(code);
};

/** Makes the token of a mailed link, in the transaction that queues the mail. */
export async function issueOneTimeToken(
  trx: Trx,
  purpose: OneTimePurpose,
  target: string,
  lifeMs: number = PURPOSES[purpose].lifeMs,
): Promise<string> {
  const { token, hash } = newOpaqueToken();
  await trx
    .insertInto('one_time_tokens')
    .values({
      purpose,
      target,
      token_hash: hash,
      expires_at: new Date(Date.now() + lifeMs),
    })
    .execute();
  return token;
}

/** Of a link that goes out later: it lives from then on. */
export async function startOneTimeToken(
  trx: Trx,
  token: string,
  sentAt: Date,
  lifeMs: number,
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ expires_at: new Date(sentAt.getTime() + lifeMs) })
    .where('token_hash', '=', hashOpaqueToken(token))
    .execute();
}

/**
 * Uses a link up, in the transaction that does what it is for: of two at once only one succeeds. `target` must be the
 * link's own. Other links of the same purpose and target are used up with it. Throws `…-unknown` (404), `…-used`
 * (409) or `…-expired` (410), with the purpose's prefix.
 */
export async function consumeOneTimeToken(
  trx: Trx,
  purpose: OneTimePurpose,
  token: string,
  target: string,
): Promise<void> {
  const stored = await findOneTimeToken(trx, [purpose], token);
  if (!stored || stored.target !== target) throw oneTimeTokenError(purpose, 'unknown');
  const now = new Date();
  const consumed = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('id', '=', stored.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (consumed.numUpdatedRows === 0n) {
    // The row may have been used between the two statements; the update waited for that to be certain.
    throw oneTimeTokenError(purpose, stored.used_at || stored.expires_at > now ? 'used' : 'expired');
  }
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('used_at', 'is', null)
    .execute();
}

/** Checks a token without using it up. Throws what `consumeOneTimeToken` throws. */
export async function checkOneTimeToken(
  db: Db,
  purpose: OneTimePurpose,
  token: string,
  target: string,
): Promise<void> {
  const stored = await findOneTimeToken(db, [purpose], token);
  if (!stored || stored.target !== target) throw oneTimeTokenError(purpose, 'unknown');
  if (stored.used_at) throw oneTimeTokenError(purpose, 'used');
  if (stored.expires_at <= new Date()) throw oneTimeTokenError(purpose, 'expired');
}

/** What a token is for, without using it up; undefined where there is no such token of those purposes. */
export async function findOneTimeToken(db: Db | Trx, purposes: readonly OneTimePurpose[], token: string) {
  if (!isOpaqueToken(token)) return undefined;
  return await db
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', hashOpaqueToken(token))
    .where('purpose', 'in', purposes)
    .select(['id', 'purpose', 'target', 'expires_at', 'used_at'])
    .executeTakeFirst();
}
