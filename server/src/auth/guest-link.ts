import { type Expression, type SqlBool, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { GroupId, GuestLinkId, UserId } from '#protocol/ids.ts';
import { DEFAULT_LINK_GUESTS, GUEST_LINK_HOURS } from '#protocol/limits.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import type { Change } from './change.ts';
import type { GuestTokens } from './guest-tokens.ts';
import { hashOpaqueToken, isOpaqueToken } from './opaque-token.ts';

/** What a link says of anyone who comes by it. */
export type GuestPrincipal = Omit<Extract<Principal, { readonly kind: 'guest' }>, 'network'>;

export interface GuestLink {
  readonly id: GuestLinkId;
  /** Never stored. */
  readonly token: string;
  readonly endsAt: Date;
}

/** Makes a link; anyone who holds it may join that call and nothing else. `mail`: whom it was sent to, if anyone. */
export async function issueGuestLink(
  trx: Trx,
  tokens: GuestTokens,
  reach: GuestPrincipal['reach'],
  mail: string | null,
  maxGuests: number = DEFAULT_LINK_GUESTS,
): Promise<GuestLink> {
  const { id } = await trx.selectNoFrom(sql<GuestLinkId>`uuidv7()`.as('id')).executeTakeFirstOrThrow();
  const token = tokens.of(id);
  const { ends_at: endsAt } = await trx
    .insertInto('guest_links')
    .values({
      id,
      group_id: reach.kind === 'group' ? reach.groupId : null,
      pair_owner_user_id: reach.kind === 'direct' ? reach.userId : null,
      mail,
      max_guests: maxGuests,
      token_hash: hashOpaqueToken(token),
      expires_at: new Date(Date.now() + GUEST_LINK_HOURS * 3_600_000),
    })
    .returning('ends_at')
    .executeTakeFirstOrThrow();
  return { id, token, endsAt };
}

/** Throws `guest-link-unknown`, `guest-link-revoked` or `guest-link-expired`. */
export async function verifyGuestToken(db: Db, token: string): Promise<GuestPrincipal> {
  if (!isOpaqueToken(token)) throw new AppError('guest-link-unknown');
  const link = await db
    .selectFrom('guest_links')
    .where('token_hash', '=', hashOpaqueToken(token))
    .select(['id', 'group_id', 'pair_owner_user_id', 'revoked_at', 'ends_at', 'max_guests'])
    .executeTakeFirst();
  if (!link) throw new AppError('guest-link-unknown');
  if (link.revoked_at) throw new AppError('guest-link-revoked');
  if (link.ends_at.getTime() <= Date.now()) throw new AppError('guest-link-expired');
  return { kind: 'guest', linkId: link.id, reach: reachOf(link), maxGuests: link.max_guests };
}

/** Throws `guest-link-unknown` and `guest-link-revoked`. That it has expired is the business of `guestLinkEnd`. */
export async function requireGuestLink(db: Db, id: GuestLinkId): Promise<void> {
  const link = await db
    .selectFrom('guest_links')
    .where('id', '=', id)
    .select('revoked_at')
    .executeTakeFirst();
  if (!link) throw new AppError('guest-link-unknown');
  if (link.revoked_at) throw new AppError('guest-link-revoked');
}

/** When a link ends, revoked or not; null where there is none any more. */
export async function guestLinkEnd(db: Db, id: GuestLinkId): Promise<Date | null> {
  const link = await db.selectFrom('guest_links').where('id', '=', id).select('ends_at').executeTakeFirst();
  return link?.ends_at ?? null;
}

/**
 * Revokes those that meet the condition, and ends the sessions that were opened by them. Sessions of those that were
 * revoked already end too: a guest may still be in the call by a link that an invitation has replaced since.
 */
export async function revokeGuestLinks(change: Change, which: Expression<SqlBool>): Promise<void> {
  const revoked = await change.db
    .updateTable('guest_links')
    .set(({ eb, fn }) => ({
      revoked_at: fn.coalesce('revoked_at', sql<Date>`now()`),
      revision: eb('revision', '+', 1),
    }))
    .where(which)
    .returning('id')
    .execute();
  for (const { id } of revoked) {
    change.publish({ type: 'tokens-revoked', partyKey: guestLinkKey(id), familyId: null });
  }
}

/** What `tokens-revoked` calls a link: its guests have party ids of their own. */
export const guestLinkKey = (id: GuestLinkId): PartyKey => `guest:${id}`;

function reachOf(link: {
  readonly group_id: GroupId | null;
  readonly pair_owner_user_id: UserId | null;
}): GuestPrincipal['reach'] {
  if (link.group_id !== null) return { kind: 'group', groupId: link.group_id };
  if (link.pair_owner_user_id !== null) return { kind: 'direct', userId: link.pair_owner_user_id };
  throw new Error('The database allows no guest link without a reach');
}
