import { ECDH } from 'node:crypto';
import { sql } from 'kysely';
import type { UserId } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';

/** Sign-ins of one user that ring by push; the newest stay. */
const MAX_SUBSCRIPTIONS_PER_USER = 10;
/** Of a browser's key: a point of P-256, not compressed (RFC 8291, 3.1), and of its secret. */
const KEY_BYTES = 65;
const AUTH_BYTES = 16;

/** Where a browser is reached, and how a message to it is encrypted. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Of what its notifications say. */
  readonly lang: 'ja' | 'en';
}

/** Whether messages can be encrypted with the key. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    const key = Buffer.from(p256dh, 'base64url');
    return key.length === KEY_BYTES && ECDH.convertKey(key, 'prime256v1').length === KEY_BYTES;
  } catch {
    return false;
  }
}

export const isBrowserSecret = (auth: string): boolean =>
  Buffer.from(auth, 'base64url').length === AUTH_BYTES;

/** A sign-in has one subscription, and a browser one sign-in: the last that was given counts. */
export async function saveSubscription(
  trx: Trx,
  { userId, familyId }: { readonly userId: UserId; readonly familyId: string },
  { endpoint, p256dh, auth, lang }: PushSubscription,
): Promise<void> {
  // One at a time for each user: the limit is counted.
  await trx.selectFrom('users').where('id', '=', userId).select('id').forUpdate().executeTakeFirst();
  await trx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('family_id', '<>', familyId)
    .execute();
  const row = { user_id: userId, endpoint, p256dh, auth, lang };
  await trx
    .insertInto('push_subscriptions')
    .values({ family_id: familyId, ...row })
    .onConflict((conflict) => conflict.column('family_id').doUpdateSet(row))
    .execute();
  await trx
    .deleteFrom('push_subscriptions')
    .where('family_id', 'in', (query) =>
      query
        .selectFrom('push_subscriptions')
        .where('user_id', '=', userId)
        .select('family_id')
        .orderBy('created_at', 'desc')
        .orderBy('family_id')
        .offset(MAX_SUBSCRIPTIONS_PER_USER),
    )
    .execute();
}

/** Without effect where the sign-in has none. */
export async function removeSubscription(trx: Trx, familyId: string): Promise<void> {
  await trx.deleteFrom('push_subscriptions').where('family_id', '=', familyId).execute();
}

/** The push service says that there is no such subscription any more. */
export async function forgetEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
}

export async function noteUse(db: Db, endpoint: string): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ used_at: new Date() })
    .where('endpoint', '=', endpoint)
    .execute();
}

/** The sign-in has a refresh token that is good: anyone who opens the notification is signed in. */
const signedIn = sql<boolean>`exists (
  select from refresh_tokens token
  where token.family_id = push_subscriptions.family_id
    and token.revoked_at is null and token.used_at is null and token.expires_at > now()
)`;

/** Those of a user who may be called, whose sign-ins still stand. */
export const subscriptionsOf = (db: Db, userId: UserId): Promise<readonly PushSubscription[]> =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .where('users.id', '=', userId)
    .where('users.state', '=', 'VERIFIED')
    .where(signedIn)
    .select(['endpoint', 'p256dh', 'auth', 'push_subscriptions.lang'])
    .execute();

/** Of sign-ins that have expired. */
export async function removeExpiredSubscriptions(db: Db): Promise<void> {
  await db.deleteFrom('push_subscriptions').where(sql<boolean>`not ${signedIn}`).execute();
}
