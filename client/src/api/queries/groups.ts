import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Creation, Group, Item, Pair } from '#client/api/api-types.ts';
import { callApi, createItem, deleteItem, listItems, mergeItem } from '#client/api/call-api.ts';
import { CHOICES_STALE_MS } from '#client/api/queries/choices-stale.ts';
import { iri } from '#protocol/rest/field.ts';
import { type ListPart, partKey, partQuery } from './list-part.ts';

/** As many as the API gives at once. */
const MOST = 100;

export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** On all pages. */
  readonly total: number;
}

/** The groups that a user has made. */
export const ownGroupsQuery = (userId: string, part: ListPart) =>
  queryOptions({
    queryKey: ['groups', 'own', userId, partKey(part)],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<Group>> => {
      const list = await callApi('users.groups', {
        parameters: { id: userId },
        query: partQuery(part),
        signal,
      });
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });

/** The groups that a user can call now, a page of them. */
export const availableGroupsPageQuery = (userId: string, part: ListPart) =>
  queryOptions({
    queryKey: ['groups', 'availables', userId, partKey(part)],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<Group>> => {
      const list = await callApi('groups.availables', {
        parameters: { serial_or_id: userId },
        query: { ...partQuery(part), ...(part.sort === null && { likelyFirst: 'true' }) },
        signal,
      });
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });

/**
 * Who is in a group, as pairs of its owner. A manager who names the owner reads the target of every pair; without it, one's own pair
 * leads to the owner.
 */
export const groupMembersQuery = (groupId: string, owner?: string) =>
  queryOptions({
    queryKey: ['groups', 'members', groupId, owner],
    queryFn: async ({ signal }): Promise<readonly Pair[]> =>
      (
        await callApi('groups.memberPairs', {
          parameters: { id: groupId },
          query: { pageSize: MOST, ...(owner !== undefined && { owner }) },
          signal,
        })
      )['hydra:member'],
  });

/** Whom a user can call. */
export const pairChoicesQuery = (userId: string, search: string) =>
  queryOptions({
    queryKey: ['pairs', 'choices', userId, search],
    staleTime: CHOICES_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callablePairs(userId, search, signal),
  });

async function callablePairs(userId: string, search: string, signal: AbortSignal): Promise<ListPage<Pair>> {
  const query = { pageSize: MOST, ...(search && { search }) };
  const parameters = { serial_or_id: userId };
  const list = await callApi('pairs.availables', { parameters, query, signal });
  return { items: list['hydra:member'], total: list['hydra:totalItems'] };
}

/** Which pairs of an owner: those that can be called, or all, also those that wait for approval. */
export type MemberChoiceKind = 'callable' | 'all';

/** Whom the owner of a group can make a member of it. */
export const memberChoicesQuery = (ownerId: string, kind: MemberChoiceKind, search: string) =>
  queryOptions({
    queryKey: ['pairs', 'member choices', ownerId, kind, search],
    staleTime: CHOICES_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<Pair>> => {
      if (kind === 'callable') return await callablePairs(ownerId, search, signal);
      const query = { pageSize: MOST, party: ownerId, ...(search && { search }) };
      const list = await listItems('pairs', query, { signal });
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });

export type GuestLink = Item<'guest_links'>;

/** The links for guests that work; of a group, or 1-to-1 with the user. */
export const guestLinksQuery = (groupId: string | null) =>
  queryOptions({
    queryKey: ['guest_links', groupId],
    queryFn: async ({ signal }) =>
      (
        await listItems(
          'guest_links',
          {
            state: 'ACTIVE',
            pageSize: MOST,
            ...(groupId === null ? { kind: 'direct' } : { kind: 'group', group: iri('groups', groupId) }),
          },
          { signal },
        )
      )['hydra:member'],
  });

/** Makes a link. */
export const makeGuestLink = (link: Creation<'guest_links'>): Promise<GuestLink> =>
  createItem('guest_links', link);

/** How many guests the link lets in at once. */
export const limitGuestLink = (id: string, maxGuests: number): Promise<GuestLink> =>
  mergeItem('guest_links', id, { maxGuests });

export const revokeGuestLink = (id: string): Promise<void> => deleteItem('guest_links', id);
