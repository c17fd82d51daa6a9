import { queryOptions } from '@tanstack/react-query';
import { listItems } from '#client/api/call-api.ts';

/** Enough for a screen; who has more looks for them by name. */
const PAIRS_SHOWN = 100;

/** The signed-in user's pairs, approved or not, newest last. */
export const pairsQuery = () =>
  queryOptions({
    queryKey: ['pairs', 'list'],
    queryFn: async ({ signal }) =>
      (await listItems('pairs', { pageSize: PAIRS_SHOWN }, { signal }))['hydra:member'],
  });
