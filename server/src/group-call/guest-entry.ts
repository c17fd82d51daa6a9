import { createHash } from 'node:crypto';
import { AppError } from '#protocol/app-error.ts';
import type { SfuRequests } from '#protocol/sfu/contract.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { Session } from '#server/session.ts';

type GuestEntry = NonNullable<PayloadOf<SfuRequests, 'room.join'>['guest']>;

/**
 * What the room is to know of a guest (SPEC.md, G15); undefined for everyone else. Throws `member-removed` for a guest
 * who was removed, for the life of the link.
 */
export async function guestEntryOf(db: Db, session: Session): Promise<GuestEntry | undefined> {
  const { principal, party } = session;
  if (principal.kind !== 'guest') return undefined;
  const { linkId } = principal;
  const link = await db
    .selectFrom('guest_links')
    .where('id', '=', linkId)
    .select((query) => [
      'max_guests',
      query
        .exists(
          query
            .selectFrom('guest_removals')
            .whereRef('link_id', '=', 'guest_links.id')
            .where('person_id', '=', party.id)
            .select('link_id'),
        )
        .as('removed'),
      query
        .exists(
          query
            .selectFrom('guest_removals')
            .whereRef('link_id', '=', 'guest_links.id')
            .where('network', '=', networkHash(linkId, principal.network))
            .select('link_id'),
        )
        .as('barred'),
    ])
    .executeTakeFirst();
  if (!link) throw new AppError('guest-link-unknown');
  if (link.removed) throw new AppError('member-removed');
  return { linkId, maxGuests: link.max_guests, onlyReturning: link.barred === true };
}

/** Keeps the removal beside the link: it outlives the room. Without effect for members, whom the room remembers. */
export async function noteGuestRemoval(db: Db, { principal, party }: Session): Promise<void> {
  if (principal.kind !== 'guest') return;
  const { linkId } = principal;
  await db
    .insertInto('guest_removals')
    .values({ link_id: linkId, person_id: party.id, network: networkHash(linkId, principal.network) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Addresses are not kept, and those of two links cannot be compared. */
const networkHash = (linkId: string, network: string): string =>
  createHash('sha256').update(`${linkId}\n${network}`).digest('base64url');
