import { AppError } from '#protocol/app-error.ts';
import type { GuestLinkId } from '#protocol/ids.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';

/** A member as the limits of a room count it. */
export interface Occupant {
  readonly party: Party;
  /** Of a guest. */
  readonly guestLinkId: GuestLinkId | undefined;
  /** Its browser has lost the server: a reloaded page takes the old one's place. */
  readonly away: boolean;
}

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
