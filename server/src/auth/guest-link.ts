import { AppError } from '#protocol/app-error.ts';
import type { GroupId, GuestLinkId, UserId } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import { hashOpaqueToken, isOpaqueToken, newOpaqueToken } from './opaque-token.ts';

/** A link ends with its group, or after so long where the group has no end (decisions.md, Who acts). */
const GUEST_LINK_MS = 24 * 3_600_000;

export type GuestPrincipal = Extract<Principal, { readonly kind: 'guest' }>;

export interface GuestLink {
  readonly id: GuestLinkId;
  /** Given away once, never stored. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Makes a link; whoever holds it may join that call and nothing else. `mail`: whom it was sent to, if anybody. */
export async function issueGuestLink(
  trx: Trx,
  reach: GuestPrincipal['reach'],
  mail: string | null,
): Promise<GuestLink> {
  const { token, hash } = newOpaqueToken();
  const groupId = reach.kind === 'group' ? reach.groupId : null;
  const end = groupId === null ? null : await endOfGroup(trx, groupId);
  const expiresAt = end ?? new Date(Date.now() + GUEST_LINK_MS);
  const { id } = await trx
    .insertInto('guest_links')
    .values({
      group_id: groupId,
      pair_owner_user_id: reach.kind === 'direct' ? reach.userId : null,
      mail,
      token_hash: hash,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, expiresAt };
}

/** Throws `guest-link-unknown`, `guest-link-revoked` or `guest-link-expired`. */
export async function verifyGuestToken(db: Db, token: string): Promise<GuestPrincipal> {
  if (!isOpaqueToken(token)) throw new AppError('guest-link-unknown');
  const link = await db
    .selectFrom('guest_links')
    .leftJoin('groups', 'groups.id', 'guest_links.group_id')
    .where('token_hash', '=', hashOpaqueToken(token))
    .select([
      'guest_links.id',
      'guest_links.group_id',
      'guest_links.pair_owner_user_id',
      'guest_links.expires_at',
      'guest_links.revoked_at',
      'groups.ends_at',
    ])
    .executeTakeFirst();
  if (!link) throw new AppError('guest-link-unknown');
  if (link.revoked_at) throw new AppError('guest-link-revoked');
  // A group whose end was changed after the link was made takes the link with it, later or earlier.
  const end = link.ends_at ?? link.expires_at;
  if (end.getTime() <= Date.now()) throw new AppError('guest-link-expired');
  return { kind: 'guest', linkId: link.id, reach: reachOf(link) };
}

/** Already revoked or unknown is no error. */
export async function revokeGuestLink(trx: Trx, id: GuestLinkId): Promise<void> {
  await trx
    .updateTable('guest_links')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

function reachOf(link: {
  readonly group_id: GroupId | null;
  readonly pair_owner_user_id: UserId | null;
}): GuestPrincipal['reach'] {
  if (link.group_id !== null) return { kind: 'group', groupId: link.group_id };
  if (link.pair_owner_user_id !== null) return { kind: 'direct', userId: link.pair_owner_user_id };
  throw new Error('The database allows no guest link without a reach');
}

async function endOfGroup(trx: Trx, groupId: GroupId): Promise<Date | null> {
  const group = await trx
    .selectFrom('groups')
    .where('id', '=', groupId)
    .select('ends_at')
    .executeTakeFirstOrThrow();
  return group.ends_at;
}
