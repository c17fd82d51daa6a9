import type { QueryClient } from '@tanstack/react-query';

/** Pages of a list that are left and kept, to go back to them at once. */
const KEPT_PAGES = 10;

/** Lets go of the pages of a list that were left first: however fast pages are turned, as many are held. */
export function keepNewestPages(queryClient: QueryClient, path: string): void {
  const cache = queryClient.getQueryCache();
  const left = cache
    .findAll({ queryKey: [path, 'managed'], type: 'inactive', fetchStatus: 'idle' })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  for (const query of left.slice(KEPT_PAGES)) cache.remove(query);
}
