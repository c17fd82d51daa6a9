import { queryOptions } from '@tanstack/react-query';
import type { Pair } from '#client/api/api-types.ts';
import { callApi, listItems } from '#client/api/call-api.ts';
import { iri } from '#protocol/rest/field.ts';

/** More invitations than this wait for nobody. */
const INVITATIONS_SHOWN = 100;

export interface OwnPairs {
  /** Approved by both sides, whoever invited whom. */
  readonly callable: readonly Pair[];
  /** The user has invited, the other side has not approved yet. */
  readonly invited: readonly Pair[];
  /** Wait for the user's own approval. */
  readonly invitations: readonly Pair[];
}

/** Everybody whom a user is paired with, or may soon be. */
export const ownPairsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['pairs', 'own', userId],
    queryFn: async ({ signal }): Promise<OwnPairs> => {
      const [availables, waiting] = await Promise.all([
        callApi('pairs.availables', { parameters: { serial_or_id: userId }, signal }),
        listItems('pairs', { state: 'INVITED', pageSize: INVITATIONS_SHOWN }, { signal }),
      ]);
      const me = iri('users', userId);
      const members = waiting['hydra:member'];
      return {
        callable: availables['hydra:member'],
        invited: members.filter(({ owner }) => owner === me),
        // The invited side sees the owner as its peer; a manager, who sees others' pairs too, does not.
        invitations: members.filter(({ owner, peer }) => owner !== me && owner === peer),
      };
    },
  });
