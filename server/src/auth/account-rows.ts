import type { AdminId, CustomerId, UserId } from '#protocol/ids.ts';
import type { VerifiedState } from '#server/db/account-tables.ts';
import type { Trx } from '#server/db/database.ts';
import type { Language } from '#server/mail/mail-content.ts';
import type { WebhookEvent } from '#server/webhooks/webhook-event.ts';
import type { Change } from './change.ts';
import { revokeAllFamilies, sessionKeyOf } from './refresh-tokens.ts';

/** Who has a mail address that is verified. */
export type VerifiedKind = 'user' | 'admin' | 'customer';
/** Who has a password too. */
export type SigningKind = 'user' | 'admin';

export interface AccountRow {
  readonly mail: string | null;
  readonly state: VerifiedState;
  /** Null: admins and customers have none of their own. */
  readonly lang: Language | null;
  /** The customer's. */
  readonly name: string;
}

/** No one else changes it until the transaction ends. */
export async function lockAccount(trx: Trx, kind: VerifiedKind, id: string): Promise<AccountRow | undefined> {
  switch (kind) {
    case 'user': {
      const user = await trx
        .selectFrom('users')
        .where('id', '=', id as UserId)
        .select(['mail', 'state', 'lang'])
        .forUpdate()
        .executeTakeFirst();
      return user && { ...user, name: '' };
    }
    case 'admin': {
      const admin = await trx
        .selectFrom('admins')
        .where('id', '=', id as AdminId)
        .select(['mail', 'state'])
        .forUpdate()
        .executeTakeFirst();
      return admin && { ...admin, lang: null, name: '' };
    }
    case 'customer': {
      const customer = await trx
        .selectFrom('customers')
        .where('id', '=', id as CustomerId)
        .select(['mail', 'state', 'name'])
        .forUpdate()
        .executeTakeFirst();
      return customer && { ...customer, lang: null };
    }
  }
}

export async function storePassword(trx: Trx, kind: SigningKind, id: string, hash: string): Promise<void> {
  await trx
    .updateTable(kind === 'user' ? 'users' : 'admins')
    .set(({ eb }) => ({ password_hash: hash, revision: eb('revision', '+', 1) }))
    .where('id', '=', id as UserId & AdminId)
    .execute();
}

/** Ends all sign-ins of an account, and the live sessions that they have opened. */
export async function endSignIns(change: Change, kind: SigningKind | 'device', id: string): Promise<void> {
  await revokeAllFamilies(change.db, kind, id);
  change.publish({ type: 'tokens-revoked', partyKey: sessionKeyOf(kind, id), familyId: null });
}

/** What webhooks tell of a user whose address has been verified. */
export async function userVerified(trx: Trx, id: UserId): Promise<WebhookEvent> {
  const user = await trx
    .selectFrom('users')
    .where('id', '=', id)
    .select(['mail', 'nickname', 'customer_id'])
    .executeTakeFirstOrThrow();
  const timestamp = new Date().toISOString();
  return {
    name: 'user.verified',
    customerIds: [user.customer_id],
    // A changed address is verified again.
    subject: `${id}:${timestamp}`,
    timestamp,
    data: { userId: id, email: user.mail, name: user.nickname || user.mail },
  };
}
