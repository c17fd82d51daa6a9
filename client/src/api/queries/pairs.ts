import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Pair } from '#client/api/api-types.ts';
import { callApi, listItems } from '#client/api/call-api.ts';
import { iri } from '#protocol/rest/field.ts';
import type { ListPage } from './groups.ts';
import { type ListPart, partKey, partQuery } from './list-query.ts';

/** As many as the API gives at once; `callablePairsQuery` has them all, by pages. */
const CALLABLE_SHOWN = 100;
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

/** Everybody whom a user, or a device, is paired with, or may soon be. */
export const ownPairsQuery = (ownId: string, kind: 'users' | 'devices' = 'users') =>
  queryOptions({
    queryKey: ['pairs', 'own', ownId],
    queryFn: async ({ signal }): Promise<OwnPairs> => {
      const [availables, waiting] = await Promise.all([
        callApi('pairs.availables', {
          parameters: { serial_or_id: ownId },
          query: { pageSize: CALLABLE_SHOWN },
          signal,
        }),
        listItems('pairs', { state: 'INVITED', pageSize: INVITATIONS_SHOWN }, { signal }),
      ]);
      const me = iri(kind, ownId);
      const members = waiting['hydra:member'];
      return {
        callable: availables['hydra:member'],
        invited: members.filter(({ owner }) => owner === me),
        // The invited side sees the owner as its peer; a manager, who sees others' pairs too, does not.
        invitations: members.filter(({ owner, peer }) => owner !== me && owner === peer),
      };
    },
  });

/** Whom a user can call, a page of them. */
export const callablePairsQuery = (userId: string, part: ListPart) =>
  queryOptions({
    queryKey: ['pairs', 'callable', userId, partKey(part)],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<Pair>> => {
      const list = await callApi('pairs.availables', {
        parameters: { serial_or_id: userId },
        query: partQuery(part),
        signal,
      });
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });
