import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { AdminId, CustomerId, DeviceId, Id, UserId } from '#protocol/ids.ts';
import { writeLog } from '#server/audit-log.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { SessionKey } from '#server/session.ts';
import type { AccessTokens } from './access-token.ts';
import type { AccountKind } from './jwt.ts';
import { hashOpaqueToken, isOpaqueToken, newOpaqueToken } from './opaque-token.ts';

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

/** Where a request came from, for the audit trail. */
export interface RequestOrigin {
  readonly address: string;
  readonly requestId: string;
}

export interface RefreshTokens {
  /** Begins a family. */
  start(account: Account): Promise<Tokens>;
  /**
   * A new pair for a refresh token. Throws `wrong-token` for one that is unknown, expired or revoked; one that was used
   * already ends its family. `device-disabled` where the device has been disabled meanwhile, `account-not-found` where
   * the account has been deleted: who held a token of it may know.
   */
  rotate(refreshToken: string, from?: RequestOrigin): Promise<Tokens>;
  /** Signs one sign-in out; unknown families are no error. */
  endFamily(familyId: string): Promise<void>;
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
    start: (account) => db.transaction().execute((trx) => give(trx, account, randomUUID(), null)),

    async rotate(refreshToken, from) {
      if (!isOpaqueToken(refreshToken)) throw new AppError('wrong-token');
      const outcome = await changeAndAnnounce(db, events, async (trx, publish) => {
        const presented = await lockToken(trx, refreshToken);
        if (!presented || presented.expires_at.getTime() <= Date.now()) return 'unknown';
        const account = await findAccount(trx, presented.principal_kind, presented.principal_id);
        if (!account) return 'gone';
        if (presented.revoked_at || (presented.used_at && !(await takeBack(trx, presented)))) {
          // Written down once, however often the token is shown again: the family ends once.
          if (await endFamily(trx, publish, presented.family_id)) await logReplay(trx, account, from);
          return 'used';
        }
        if (account.disabled) throw new AppError('device-disabled');
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
      await changeAndAnnounce(db, events, (trx, publish) => endFamily(trx, publish, familyId));
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

/** Revokes a sign-in, and tells its sessions. Returns whether it still stood. */
async function endFamily(trx: Trx, publish: DomainEvents['publish'], familyId: string): Promise<boolean> {
  const ended = await revokeFamily(trx, familyId);
  const key = ended && sessionKeyOf(ended.principal_kind, ended.principal_id);
  if (key) publish({ type: 'tokens-revoked', partyKey: key, familyId });
  return ended !== undefined;
}

/**
 * Revokes every sign-in of an account, in the transaction that changes its password or secret. The caller publishes
 * `tokens-revoked` with `familyId: null` after the commit.
 */
export async function revokeAllFamilies(trx: Trx, kind: AccountKind, id: string): Promise<void> {
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

/** The row of a token, with its family locked, so that two uses at once are seen one after the other. */
async function lockToken(trx: Trx, refreshToken: string) {
  const hash = hashOpaqueToken(refreshToken);
  const family = await trx
    .selectFrom('refresh_tokens')
    .where('token_hash', '=', hash)
    .select('family_id')
    .executeTakeFirst();
  if (!family) return undefined;
  await sql`select pg_advisory_xact_lock(hashtextextended(${family.family_id}, 0))`.execute(trx);
  return await trx.selectFrom('refresh_tokens').where('token_hash', '=', hash).selectAll().executeTakeFirst();
}

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

interface FoundAccount extends Account {
  readonly disabled: boolean;
}

async function findAccount(trx: Trx, kind: AccountKind, id: string): Promise<FoundAccount | undefined> {
  if (kind === 'admin') {
    const admin = await trx
      .selectFrom('admins')
      .where('id', '=', id as AdminId)
      .select('id')
      .executeTakeFirst();
    return admin && { kind, id, customerId: null, disabled: false };
  }
  if (kind === 'user') {
    const user = await trx
      .selectFrom('users')
      .where('id', '=', id as UserId)
      .select('customer_id')
      .executeTakeFirst();
    return user && { kind, id, customerId: user.customer_id, disabled: false };
  }
  const device = await trx
    .selectFrom('devices')
    .where('id', '=', id as DeviceId)
    .select(['customer_id', 'state'])
    .executeTakeFirst();
  return device && { kind, id, customerId: device.customer_id, disabled: device.state === 'DISABLED' };
}
