import type { Pair } from '#client/api/api-types.ts';
import { pairParty } from '#client/api/pair-name.ts';
import type { PairId } from '#protocol/ids.ts';
import type { PresenceState } from '#protocol/party.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { type Presence, presenceOf } from './presence.ts';

/** One of one's pairs, who may be asked to join a call. */
export interface Candidate {
  readonly pairId: PairId;
  /** Of the user or device; null for one that has not approved. */
  readonly partyId: string | null;
  readonly name: string;
  readonly kind: 'user' | 'device';
  readonly state: PresenceState;
}

export const candidateOf = (pair: Pair, presence: Presence): Candidate => ({
  // An id of a pair that the API has given.
  pairId: pair.id as PairId,
  partyId: pair.peer && idOfIri(pair.peer),
  ...pairParty(pair),
  state: presenceOf(pair, presence),
});
