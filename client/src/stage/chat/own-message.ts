import type { Party } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';

/** Guests of one link and browser may have several names. */
export const isSameWriter = (one: Party, other: Party): boolean =>
  one.kind === other.kind && one.id === other.id && one.name === other.name;

export const isOwn = ({ party }: CallMessage, self: Party): boolean => isSameWriter(party, self);
