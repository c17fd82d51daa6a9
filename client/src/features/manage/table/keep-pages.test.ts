import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keepNewestPages } from './keep-pages.ts';

test('of the pages of a list that were left the newest ten are kept, and the one that is shown', () => {
  const client = new QueryClient();
  const keyOf = (page: number) => ['users', 'managed', { page }];
  for (let page = 1; page <= 30; page++) client.setQueryData(keyOf(page), page, { updatedAt: page });
  client.setQueryData(['devices', 'managed', { page: 1 }], 1, { updatedAt: 1 });
  client.setQueryData(['users', 'item', 'aoi'], 1, { updatedAt: 1 });
  const shown = new QueryObserver(client, {
    queryKey: keyOf(1),
    queryFn: () => 1,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const leave = shown.subscribe(() => {});

  keepNewestPages(client, 'users');

  const kept = client.getQueriesData<number>({ queryKey: ['users', 'managed'] }).map(([, page]) => page);
  expect(kept).toEqual([1, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  expect(client.getQueryData(['devices', 'managed', { page: 1 }])).toBe(1);
  expect(client.getQueryData(['users', 'item', 'aoi'])).toBe(1);
  leave();
  client.clear();
});
