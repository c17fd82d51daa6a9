import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Collection, Item } from '#client/api/api-types.ts';
import { listFreely } from '#client/api/call-api.ts';
import type { FreeQuery } from '#client/api/query-string.ts';
import type { ResourcePath } from '#protocol/rest/api.ts';

/** Pages that were left: memory stays flat however many are turned. */
const KEPT_MS = 60_000;

export interface ManagedPage<Row> {
  readonly items: readonly Row[];
  /** Of all pages. */
  readonly total: number;
  /** The total is one. */
  readonly isEstimate: boolean;
  readonly hasNext: boolean;
}

const managedPageOf = <Path extends ResourcePath>(list: Collection<Path>): ManagedPage<Item<Path>> => ({
  items: list['hydra:member'],
  total: list['hydra:totalItems'],
  isEstimate: list.totalItemsEstimated === true,
  hasNext: list['hydra:view']?.['hydra:next'] !== undefined,
});

/**
 * A page of a list of the console; an earlier one that is still asked for is aborted, and shown until this one is there.
 *
 * @param query as the API names its parameters, with the customers in it
 */
export const managedListQuery = <Path extends ResourcePath>(path: Path, query: FreeQuery) =>
  queryOptions({
    queryKey: [path, 'managed', query],
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    queryFn: async ({ signal }): Promise<ManagedPage<Item<Path>>> =>
      managedPageOf<Path>(await listFreely(path, query, { signal })),
  });
