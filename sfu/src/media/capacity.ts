import { AppError } from '#protocol/app-error.ts';
import { partyKey } from '#protocol/party.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';
import type { Peer } from './peer.ts';

/** A member as the limits of a room count it. While it is away, a reloaded page takes its place. */
export type Occupant = Pick<Peer, 'party' | 'guestLinkId' | 'away'>;

/**
 * Whether one more may join (SPEC.md, G2, G15). The owner always may.
 *
 * @throws `room-full`, `guest-link-full`
 */
export function checkCapacity(occupants: readonly Occupant[], request: SfuPayload<'room.join'>): void {
  const { party, owner, guest: link, capacity, guestCapacity = capacity } = request;
  if (owner) return;
  const others = occupants.filter((one) => !(one.away && partyKey(one.party) === partyKey(party)));
  if (others.length >= capacity) throw new AppError('room-full');
  if (party.kind !== 'guest') return;
  const guests = others.filter((one) => one.party.kind === 'guest');
  if (guests.length >= guestCapacity) throw new AppError('room-full');
  if (link && guests.filter((one) => one.guestLinkId === link.linkId).length >= link.maxGuests) {
    throw new AppError('guest-link-full');
  }
}
