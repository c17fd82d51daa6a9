import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, Id, UserId } from '#protocol/ids.ts';
import { writeLog } from '#server/audit-log.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { SessionKey } from '#server/session.ts';
import type { AccessTokens } from './access-token.ts';
import type { AccountKind } from './jwt.ts';
import { hashOpaqueToken, isOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { type LockedAccount, lockSigningAccount } from './signing-accounts.ts';

/** What a sign-in and each refresh answer. */
export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

export interface Account {
  readonly kind: AccountKind;
  readonly id: string;
  readonly customerId: CustomerId | null;
}

/**
 * How long a used refresh token is accepted once more, since an honest client whose answer was lost on the way asks
 * again with it. Safe, since there is never more than one living token a family: the one given instead of it, which
 * no one may have used yet, is revoked. A thief who uses the window thereby breaks the owner's next refresh, or the
 * owner the thief's, and that ends the family.
 */
const LOST_ANSWER_GRACE_MS = 10_000;

/**
 * Sign-ins that are kept per account. Beyond them the ended ones are deleted first, then those that have not been
 * refreshed for the longest time.
 */
export const MAX_SIGN_INS_PER_ACCOUNT = 500;
/** A sign-in adds one and deletes up to this many: an account with more than the maximum gets there step by step. */
const DELETED_PER_SIGN_IN = 100;

/** Where a request came from, for the audit trail. */
export interface RequestOrigin {
  readonly address: string;
  readonly requestId: string;
}

export interface RefreshTokens {
  /**
   * Begins a family. `isProven` is asked with the account locked, since it may have changed after its password was
   * checked. Throws `wrong-credentials` where the answer is no or the account is gone, `device-disabled`.
   */
  start(
    account: Pick<Account, 'kind' | 'id'>,
    isProven: (locked: LockedAccount) => boolean | Promise<boolean>,
  ): Promise<Tokens>;
  /**
   * A new pair for a refresh token. Throws `wrong-token` for one that is unknown, expired or revoked; one that was used
   * already ends its family. `device-disabled` where the device has been disabled meanwhile, `account-not-found` where
   * the account has been deleted: who held a token of it may know.
   */
  rotate(refreshToken: string, from?: RequestOrigin): Promise<Tokens>;
  /** Signs one sign-in out; unknown families are no error. Returns whether it still stood. */
  endFamily(familyId: string): Promise<boolean>;
}

export function createRefreshTokens(options: {
  readonly db: Db;
  readonly accessTokens: AccessTokens;
  readonly events: Pick<DomainEvents, 'publish'>;
  readonly lifeDays: number;
}): RefreshTokens {
  const { db, accessTokens, events, lifeDays } = options;

  const give = async (
    trx: Trx,
    account: Account,
    familyId: string,
    parentId: Id<'refreshToken'> | null,
  ): Promise<Tokens> => {
    const { token, hash } = newOpaqueToken();
    await trx
      .insertInto('refresh_tokens')
      .values({
        family_id: familyId,
        parent_id: parentId,
        principal_kind: account.kind,
        principal_id: account.id,
        token_hash: hash,
        expires_at: new Date(Date.now() + lifeDays * 86_400_000),
      })
      .execute();
    return { token: accessTokens.sign({ ...account, familyId }), refreshToken: token };
  };

  return {
    start: ({ kind, id }, isProven) =>
      changeAndAnnounce(db, events, async (trx, publish) => {
        const locked = await lockSigningAccount(trx, kind, id);
        if (!locked || !(await isProven(locked))) throw new AppError('wrong-credentials');
        if (locked.disabled) throw new AppError('device-disabled');
        const account = { kind, id, customerId: locked.customerId };
        const tokens = await give(trx, account, randomUUID(), null);
        await deleteSurplus(trx, publish, account);
        return tokens;
      }),

    async rotate(refreshToken, from) {
      if (!isOpaqueToken(refreshToken)) throw new AppError('wrong-token');
      const hash = hashOpaqueToken(refreshToken);
      const outcome = await changeAndAnnounce(db, events, async (trx, publish) => {
        const owner = await findOwner(trx, hash);
        // Before the token is read: anyone who revokes or rotates it has the same lock.
        const locked = owner && (await lockSigningAccount(trx, owner.principal_kind, owner.principal_id));
        const presented = await findToken(trx, hash);
        if (!presented || presented.expires_at.getTime() <= Date.now()) return 'unknown';
        if (!locked) return 'gone';
        const account: Account = {
          kind: presented.principal_kind,
          id: presented.principal_id,
          customerId: locked.customerId,
        };
        if (presented.revoked_at || (presented.used_at && !(await takeBack(trx, presented)))) {
          // Written down once, however often the token is shown again: the family ends once.
          if (await endFamily(trx, publish, presented.family_id)) await logReplay(trx, account, from);
          return 'used';
        }
        if (locked.disabled) throw new AppError('device-disabled');
        await trx
          .updateTable('refresh_tokens')
          .set({ used_at: presented.used_at ?? new Date() })
          .where('id', '=', presented.id)
          .execute();
        return await give(trx, account, presented.family_id, presented.id);
      });
      if (outcome === 'unknown') throw new AppError('wrong-token');
      if (outcome === 'gone') throw new AppError('account-not-found');
      if (outcome !== 'used') return outcome;
      throw new AppError('wrong-token', { message: 'The refresh token was used before: sign in again' });
    },

    async endFamily(familyId) {
      return await changeAndAnnounce(db, events, async (trx, publish) => {
        const owner = await findOwnerOfFamily(trx, familyId);
        if (!owner) return false;
        // A refresh at the same moment comes before all of it or after.
        await lockSigningAccount(trx, owner.principal_kind, owner.principal_id);
        return await endFamily(trx, publish, familyId);
      });
    },
  };
}

const logReplay = (trx: Trx, account: Account, from: RequestOrigin | undefined): Promise<void> =>
  writeLog(trx, {
    actor: { kind: 'nobody', id: null },
    action: 'token-replayed',
    resource: `${account.kind}s`,
    resourceId: account.id,
    customerId: account.customerId,
    address: from?.address ?? null,
    requestId: from?.requestId ?? null,
  });

/** Revokes a sign-in of a locked account, and tells its sessions. Returns whether it still stood. */
async function endFamily(trx: Trx, publish: DomainEvents['publish'], familyId: string): Promise<boolean> {
  const ended = await revokeFamily(trx, familyId);
  const key = ended && sessionKeyOf(ended.principal_kind, ended.principal_id);
  if (key) publish({ type: 'tokens-revoked', partyKey: key, familyId });
  return ended !== undefined;
}

/** Deletes sign-ins of a locked account beyond the maximum, and ends the sessions of those that still stood. */
async function deleteSurplus(
  trx: Trx,
  publish: DomainEvents['publish'],
  { kind, id }: Account,
): Promise<void> {
  const { rows } = await sql<{ family_id: string; stands: boolean }>`
    delete from refresh_tokens where family_id in (
      select family_id from refresh_tokens
      where principal_kind = ${kind} and principal_id = ${id}
      group by family_id
      order by bool_or(revoked_at is null and used_at is null and expires_at > now()) desc,
        max(created_at) desc, family_id
      limit ${DELETED_PER_SIGN_IN} offset ${MAX_SIGN_INS_PER_ACCOUNT}
    )
    returning family_id, revoked_at is null and used_at is null as stands`.execute(trx);
  const families = rows.filter(({ stands }) => stands).map(({ family_id }) => family_id);
  if (families.length === 0) return;
  await trx.deleteFrom('push_subscriptions').where('family_id', 'in', families).execute();
  for (const familyId of families) {
    publish({ type: 'tokens-revoked', partyKey: sessionKeyOf(kind, id), familyId });
  }
}

/**
 * Revokes every sign-in of an account, in the transaction that changes its password or secret. The caller publishes
 * `tokens-revoked` with `familyId: null` after the commit.
 */
export async function revokeAllFamilies(trx: Trx, kind: AccountKind, id: string): Promise<void> {
  await lockSigningAccount(trx, kind, id);
  await trx
    .updateTable('refresh_tokens')
    .set({ revoked_at: new Date() })
    .where('principal_kind', '=', kind)
    .where('principal_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  if (kind !== 'user') return;
  await trx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', id as UserId)
    .execute();
}

/** Whose sessions an account's sign-ins open. */
export const sessionKeyOf = (kind: AccountKind, id: string): SessionKey => `${kind}:${id}`;

const OWNER = ['principal_kind', 'principal_id'] as const;

const findOwner = (trx: Trx, hash: Buffer) =>
  trx.selectFrom('refresh_tokens').where('token_hash', '=', hash).select(OWNER).executeTakeFirst();

const findOwnerOfFamily = (trx: Trx, familyId: string) =>
  trx
    .selectFrom('refresh_tokens')
    .where('family_id', '=', familyId)
    .select(OWNER)
    .limit(1)
    .executeTakeFirst();

const findToken = (trx: Trx, hash: Buffer) =>
  trx.selectFrom('refresh_tokens').where('token_hash', '=', hash).selectAll().executeTakeFirst();

/** Whether a used token may be taken once more (see the grace above); revokes what was given for it. */
async function takeBack(
  trx: Trx,
  used: { readonly id: Id<'refreshToken'>; readonly used_at: Date | null },
): Promise<boolean> {
  if (!used.used_at || Date.now() - used.used_at.getTime() > LOST_ANSWER_GRACE_MS) return false;
  const given = await trx
    .updateTable('refresh_tokens')
    .set({ revoked_at: new Date() })
    .where('parent_id', '=', used.id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return given.numUpdatedRows === 1n;
}

async function revokeFamily(trx: Trx, familyId: string) {
  await trx.deleteFrom('push_subscriptions').where('family_id', '=', familyId).execute();
  return await trx
    .updateTable('refresh_tokens')
    .set({ revoked_at: new Date() })
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .returning(['principal_kind', 'principal_id'])
    .executeTakeFirst();
}
