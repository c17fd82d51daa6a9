import type { Pair } from '#client/api/api-types.ts';
import { pairParty } from '#client/api/pair-name.ts';
import type { PairId } from '#protocol/ids.ts';
import type { PresenceState } from '#protocol/party.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { type Presence, presenceOf } from './presence.ts';

/** One of one's pairs, who may be asked to join a call. */
export interface Candidate {
  readonly pairId: PairId;
  /** Id of the user or device. */
  readonly partyId: string;
  readonly name: string;
  readonly kind: 'user' | 'device';
  readonly state: PresenceState;
}

/** Candidates for a call, those who can answer now first. Skips pairs that are not approved. */
export const candidatesOf = (pairs: readonly Pair[], presence: Presence): readonly Candidate[] =>
  pairs
    .flatMap((pair) =>
      pair.peer === null
        ? []
        : [
            {
              // An id of a pair that the API has given.
              pairId: pair.id as PairId,
              partyId: idOfIri(pair.peer),
              ...pairParty(pair),
              state: presenceOf(pair, presence),
            },
          ],
    )
    .sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));

const ORDER: readonly PresenceState[] = ['online', 'busy', 'offline'];
