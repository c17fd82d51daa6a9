import type { Group } from './api-types.ts';

/** How many guests the group has whose mail addresses the reader does not get: all of them for its members, none for its owner. */
export const unnamedGuests = ({ guests, guestCount }: Pick<Group, 'guests' | 'guestCount'>): number =>
  guestCount - guests.length;
