import { AppError } from '#protocol/app-error.ts';
import type { GuestLinkId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { SfuRequests } from '#protocol/sfu/contract.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import { personOf } from './person.ts';

export interface Seat {
  readonly person: string;
  readonly guest: boolean;
  readonly linkId: GuestLinkId | undefined;
  /** Its browser has lost the server: a reloaded page still holds the seat of the old one. */
  readonly away: boolean;
}

export const seatOf = (party: Party, linkId: GuestLinkId | undefined): Seat => ({
  person: personOf(party),
  guest: party.kind === 'guest',
  linkId,
  away: false,
});

type Limits = Pick<PayloadOf<SfuRequests, 'room.join'>, 'owner' | 'capacity' | 'guestCapacity' | 'guest'>;

/**
 * Whether there is a seat for one more (SPEC.md, G2, G15). The owner always gets in.
 *
 * @throws `room-full`, `guest-link-full`
 */
export function checkSeat(
  taken: readonly Seat[],
  { person, guest }: Pick<Seat, 'person' | 'guest'>,
  limits: Limits,
): void {
  if (limits.owner) return;
  const others = taken.filter((seat) => !(seat.away && seat.person === person));
  if (others.length >= limits.capacity) throw new AppError('room-full');
  if (!guest) return;
  const guests = others.filter((seat) => seat.guest);
  if (guests.length >= (limits.guestCapacity ?? limits.capacity)) throw new AppError('room-full');
  const link = limits.guest;
  if (link && guests.filter(({ linkId }) => linkId === link.linkId).length >= link.maxGuests) {
    throw new AppError('guest-link-full');
  }
}
