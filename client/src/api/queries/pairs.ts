import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Pair } from '#client/api/api-types.ts';
import { callApi, listItems } from '#client/api/call-api.ts';
import { AppError } from '#protocol/app-error.ts';
import type { PairId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import type { ListPage } from './groups.ts';
import { type ListPart, partKey, partQuery } from './list-part.ts';

/** As many as the API gives at once; `callablePairsQuery` has them all, by pages. */
const CALLABLE_SHOWN = 100;
/** More invitations than this wait for no one. */
const INVITATIONS_SHOWN = 100;

/** Lists whose order follows who is online. */
export const BY_PRESENCE_KEY = ['pairs', 'by-presence'] as const;

export interface OwnPairs extends WaitingPairs {
  /** Approved by both sides, no matter who invited whom. */
  readonly callable: readonly Pair[];
}

/** Everyone whom a user, or a device, is paired with, or may soon be. */
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
      return {
        callable: availables['hydra:member'],
        ...waitingOf(waiting['hydra:member'], iri(kind, ownId)),
      };
    },
  });

/** One pair with its other side, whichever side one is. Throws `not-found`. The item itself tells managers of its target, as they read all pairs. */
export const pairQuery = (pairId: PairId) =>
  queryOptions({
    queryKey: ['pairs', 'one', pairId],
    queryFn: async ({ signal }): Promise<Pair> => {
      const list = await listItems('pairs', { id: pairId }, { signal });
      const pair = list['hydra:member'][0];
      if (!pair) throw new AppError('not-found');
      return pair;
    },
  });

export interface LikelyPairs {
  /** Those first who are online, then the ones called most recently. */
  readonly items: readonly Pair[];
  /** Everyone who can be called. */
  readonly total: number;
}

/** Whom a user is most likely to call. */
export const likelyPairsQuery = (userId: string, pageSize: number) =>
  queryOptions({
    queryKey: [...BY_PRESENCE_KEY, userId, pageSize],
    queryFn: async ({ signal }): Promise<LikelyPairs> => {
      const list = await callApi('pairs.availables', {
        parameters: { serial_or_id: userId },
        query: { likelyFirst: 'true', pageSize },
        signal,
      });
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });

export interface WaitingPairs {
  /** Wait for the user's own approval. */
  readonly invitations: readonly Pair[];
  /** The user has invited, the other side has not approved yet. */
  readonly invited: readonly Pair[];
}

/** The invitations to a user, and the user's own that no one has approved yet. */
export const waitingPairsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['pairs', 'waiting', userId],
    queryFn: async ({ signal }): Promise<WaitingPairs> => {
      const list = await listItems('pairs', { state: 'INVITED', pageSize: INVITATIONS_SHOWN }, { signal });
      return waitingOf(list['hydra:member'], iri('users', userId));
    },
  });

/** The invited side sees the owner as its peer; a manager, who sees others' pairs too, does not. */
const waitingOf = (pairs: readonly Pair[], me: string): WaitingPairs => ({
  invited: pairs.filter(({ owner }) => owner === me),
  invitations: pairs.filter(({ owner, peer }) => owner !== me && owner === peer),
});

/** The pairs with some of the parties that a user has called; at most a page of them. */
export const pairsWithQuery = (userId: string, parties: readonly string[]) =>
  queryOptions({
    queryKey: ['pairs', 'with', userId, parties],
    enabled: parties.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly Pair[]> =>
      (
        await callApi('pairs.availables', {
          parameters: { serial_or_id: userId },
          query: { party: parties, pageSize: CALLABLE_SHOWN },
          signal,
        })
      )['hydra:member'],
  });

/** Whom a user can call, a page of them; by default those first who are online. */
export const callablePairsQuery = (userId: string, part: ListPart) =>
  queryOptions({
    queryKey: [...(part.sort === null ? BY_PRESENCE_KEY : ['pairs', 'callable']), userId, partKey(part)],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<Pair>> => {
      const list = await callApi('pairs.availables', {
        parameters: { serial_or_id: userId },
        query: { ...partQuery(part), ...(part.sort === null && { likelyFirst: 'true' }) },
        signal,
      });
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });
