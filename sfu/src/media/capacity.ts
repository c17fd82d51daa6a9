import { AppError } from '#protocol/app-error.ts';
import { MAX_CALL_BROWSERS } from '#protocol/limits.ts';
import { partyKey } from '#protocol/party.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';
import type { Peer } from './peer.ts';

/** A member as the limits of a room count it. While it is away, a reloaded page takes its place. */
export type Occupant = Pick<Peer, 'party' | 'guestLinkId' | 'away'>;

/**
 * Whether one more may join (SPEC.md, G2, G15). However full the call is, the owner may.
 *
 * @throws `too-many-browsers`, `room-full`, `guest-link-full`
 */
export function checkCapacity(occupants: readonly Occupant[], request: SfuPayload<'room.join'>): void {
  const { party, owner, guest: link, capacity, guestCapacity = capacity } = request;
  const isSame = (one: Occupant) => partyKey(one.party) === partyKey(party);
  const others = occupants.filter((one) => !(one.away && isSame(one)));
  if (others.filter(isSame).length >= MAX_CALL_BROWSERS) throw new AppError('too-many-browsers');
  if (owner) return;
  if (others.length >= capacity) throw new AppError('room-full');
  if (party.kind !== 'guest') return;
  const guests = others.filter((one) => one.party.kind === 'guest');
  if (guests.length >= guestCapacity) throw new AppError('room-full');
  if (link && guests.filter((one) => one.guestLinkId === link.linkId).length >= link.maxGuests) {
    throw new AppError('guest-link-full');
  }
}
