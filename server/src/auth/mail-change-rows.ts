import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { AdminId, CustomerId, UserId } from '#protocol/ids.ts';
import type { MailChangeRow, OneTimePurpose } from '#server/db/account-tables.ts';
import type { Trx } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/errors.ts';
import type { SigningKind, VerifiedKind } from './account-rows.ts';

/** The change that waits for its link to be followed; of an account there is one at most. */
export async function findPending(trx: Trx, accountId: string): Promise<MailChangeRow | undefined> {
  return await trx
    .selectFrom('mail_changes')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .selectAll()
    .executeTakeFirst();
}

export const columnsOfAccount = (kind: VerifiedKind, id: string) => ({
  user_id: kind === 'user' ? (id as UserId) : null,
  admin_id: kind === 'admin' ? (id as AdminId) : null,
  customer_id: kind === 'customer' ? (id as CustomerId) : null,
});

export const kindOfChange = (row: MailChangeRow): VerifiedKind => {
  if (row.user_id !== null) return 'user';
  return row.admin_id === null ? 'customer' : 'admin';
};

/**
 * Ends changes of an account that were asked for since then, with the links that were mailed for them. What is replaced
 * while it is pending keeps its link to the old address, which undoes the one that replaces it.
 */
export async function endChanges(
  trx: Trx,
  kind: VerifiedKind,
  accountId: string,
  since: { readonly changedSince: Date } | 'pending',
): Promise<void> {
  const now = new Date();
  const ended = await trx
    .updateTable('mail_changes')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where((where) =>
      since === 'pending' ? where('confirmed_at', 'is', null) : where('created_at', '>=', since.changedSince),
    )
    .returning('id')
    .execute();
  await trx
    .deleteFrom('one_time_tokens')
    .where('target', '=', accountId)
    .where('purpose', '=', `confirm-${kind}`)
    .where('used_at', 'is', null)
    .execute();
  if (since === 'pending' || ended.length === 0) return;
  // Used, not unknown: there is nothing left to undo.
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where(
      'target',
      'in',
      ended.map(({ id }) => id),
    )
    .where('purpose', '=', 'undo-mail')
    .where('used_at', 'is', null)
    .execute();
}

/** Whether a change that was asked for since then is pending or in force. */
export async function hasChanged(trx: Trx, accountId: string, since: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('mail_changes')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Links that a user was sent for other people's pairs: they are in the mailbox of the address that is given up. */
export async function removeApprovalLinks(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('one_time_tokens')
    .where('purpose', '=', 'approve-pair')
    .where('used_at', 'is', null)
    .where('target', 'in', (query) =>
      query
        .selectFrom('pairs')
        .where('target_user_id', '=', userId as UserId)
        .select('id'),
    )
    .execute();
}

/**
 * Claims of one address wait for each other until their transactions end. In the order of the addresses, so that no two
 * claims wait for each other.
 */
export async function lockAddresses(trx: Trx, mails: readonly (string | null)[]): Promise<void> {
  const keys = new Set(mails.flatMap((mail) => (mail === null ? [] : [mail.toLowerCase()])));
  for (const key of [...keys].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`mail address ${key}`}, 0))`.execute(trx);
  }
}

/**
 * Whether the address may still go back to the account that had it: until then no one else gets it, or the change could not be
 * undone. The address has to be locked.
 */
export async function isReserved(
  trx: Trx,
  kind: SigningKind,
  mail: string,
  /** The account that may take it back. */
  accountId: string | null = null,
): Promise<boolean> {
  const row = await trx
    .selectFrom('mail_changes')
    .where(sql<string>`lower(old_mail)`, '=', mail.toLowerCase())
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('undo_until', '>', new Date())
    .where(kind === 'user' ? 'user_id' : 'admin_id', 'is not', null)
    .$if(accountId !== null, (query) => query.where('account_id', '<>', accountId ?? ''))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether someone new may have the address. */
export async function isClaimed(trx: Trx, kind: SigningKind, mail: string): Promise<boolean> {
  await lockAddresses(trx, [mail]);
  return await isReserved(trx, kind, mail);
}

/** A verified one; without an address, as the default customer may be, there is nothing to verify. */
export async function setMail(trx: Trx, kind: VerifiedKind, id: string, mail: string | null): Promise<void> {
  if (kind === 'customer') {
    await trx
      .updateTable('customers')
      .set(({ eb }) => ({ mail, state: 'VERIFIED', revision: eb('revision', '+', 1) }))
      .where('id', '=', id as CustomerId)
      .execute();
    return;
  }
  if (mail === null) throw new Error('An account that signs in has an address');
  try {
    await trx
      .updateTable(kind === 'user' ? 'users' : 'admins')
      .set(({ eb }) => ({ mail, state: 'VERIFIED', revision: eb('revision', '+', 1) }))
      .where('id', '=', id as UserId & AdminId)
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('address-taken', { cause: error });
    throw error;
  }
}

export async function raiseRevision(trx: Trx, kind: VerifiedKind, id: string): Promise<void> {
  await trx
    .updateTable(`${kind}s`)
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id as UserId & AdminId & CustomerId)
    .execute();
}

/** Anyone who asked for another address says that this one is wrong: who gets its mail must not verify it any more. */
export async function removeVerificationLinks(trx: Trx, kind: VerifiedKind, id: string): Promise<void> {
  await trx
    .deleteFrom('one_time_tokens')
    .where('target', '=', id)
    .where('purpose', 'in', VERIFYING[kind])
    .where('used_at', 'is', null)
    .execute();
}

/** A password set by a mailed link verifies the address too. */
const VERIFYING = {
  user: ['verify-user', 'reset-user', 'reset-manager'],
  admin: ['verify-admin', 'reset-admin'],
  customer: ['verify-customer'],
} as const satisfies Record<VerifiedKind, readonly OneTimePurpose[]>;
