import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const KEY = ['notifications', 'list'];

/** A list whose readings are answered by hand. */
const listOf = () => {
  const client = createQueryClient();
  const answers: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const answer = async (text: string) => {
    const resolve = await vi.waitFor(() => {
      const next = answers.shift();
      if (!next) throw new Error('nothing is being read');
      return next;
    });
    resolve(text);
  };
  return { client, queryFn, answers, answer };
};

it('reads again what was being read for the first time when it changed', async () => {
  const { client, queryFn, answer } = listOf();
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn });
  const unsubscribe = observer.subscribe(() => {});
  const changed = client.invalidateQueries({ queryKey: ['notifications'] });
  await answer('as it was before');
  await answer('as it is');
  await changed;
  expect(observer.getCurrentResult().data).toBe('as it is');
  unsubscribe();
});

it('reads it again once, however often it changed meanwhile', async () => {
  const { client, queryFn, answers, answer } = listOf();
  const unsubscribe = new QueryObserver(client, { queryKey: KEY, queryFn }).subscribe(() => {});
  const changes = [1, 2, 3].map(() => client.invalidateQueries());
  await answer('as it was before');
  await answer('as it is');
  await Promise.all(changes);
  expect(answers).toEqual([]);
  unsubscribe();
});

it('does not take for new what was being read ahead when it changed', async () => {
  const { client, queryFn, answer } = listOf();
  const ahead = client.prefetchQuery({ queryKey: KEY, queryFn });
  const changed = client.invalidateQueries({ queryKey: ['notifications'] });
  await answer('as it was before');
  await Promise.all([ahead, changed]);
  expect(client.getQueryState(KEY)).toMatchObject({ data: 'as it was before', isInvalidated: true });
});
