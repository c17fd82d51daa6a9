import { hashKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { Item } from '#client/api/api-types.ts';
import { type ManagedPage, managedListQuery } from '#client/api/queries/manage/lists.ts';
import type { FreeQuery } from '#client/api/query-string.ts';
import { scopeQuery } from '#client/features/manage/shell/scope.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { useKnownZone } from '#client/features/manage/shell/use-zone.ts';
import { whenIdle } from '#client/when-idle.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import type { ExportedList } from './export-button.tsx';
import { keepNewestPages } from './keep-pages.ts';
import { apiQueryOf, hasDays, type TableAddress } from './table-address.ts';
import type { TableAddressState } from './use-table-address.ts';

/** Loads ahead what the list would show with another page or order, because it is probably asked for next. */
export type PrepareList = (change: Partial<Pick<TableAddress, 'page' | 'sort'>>) => void;

export interface ManagedListOptions {
  /** Instead of the customer of the address: `{ owner: id }` of the page of one object. */
  readonly within?: FreeQuery;
}

/** The part of a list that its address says, of the customer that the address says; the part after it is loaded ahead. */
export function useManagedList<Path extends ExportedResource>(
  path: Path,
  address: TableAddressState,
  { within }: ManagedListOptions = {},
): UseQueryResult<ManagedPage<Item<Path>>> & {
  readonly apiQuery: FreeQuery;
  readonly exported: ExportedList;
  readonly prepare: PrepareList;
} {
  const scope = useScope();
  const zone = useKnownZone();
  const queryOf = (said: TableAddress) => ({
    ...apiQueryOf(said, address.definition, zone ?? 'UTC'),
    ...(within ?? scopeQuery(scope)),
  });
  const apiQuery = queryOf(address);
  const queryClient = useQueryClient();
  // Rows are loaded beside the time zone, unless which rows there are depends on it.
  const enabled = zone !== null || !hasDays(address);
  const query = useQuery({ ...managedListQuery(path, apiQuery), enabled });
  const prepareNow: PrepareList = (change) =>
    void queryClient.prefetchQuery(managedListQuery(path, queryOf({ ...address, page: 1, ...change })));
  const latest = useRef(prepareNow);
  useEffect(() => {
    latest.current = prepareNow;
  });
  const prepare = useCallback<PrepareList>((change) => latest.current(change), []);
  const prepareNext = useEffectEvent(() => {
    keepNewestPages(queryClient, path);
    if (!query.data?.hasNext) return;
    prepareNow({ page: address.page + 1 });
  });
  const shown = query.data === undefined || query.isPlaceholderData ? null : hashKey([path, apiQuery]);
  useEffect(() => {
    if (shown === null) return;
    let left = false;
    void whenIdle().then(() => left || prepareNext());
    return () => {
      left = true;
    };
  }, [shown]);
  return { ...query, apiQuery, exported: { resource: path, query: apiQuery }, prepare };
}
