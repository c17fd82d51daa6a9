import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';
import { CHOICES_STALE_MS } from '#client/api/queries/choices-stale.ts';

/** The newest few of each kind of object that a text finds; an earlier search is aborted. */
export const foundObjectsQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    staleTime: CHOICES_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callApi('search.find', { query: { q: text }, signal }),
  });
