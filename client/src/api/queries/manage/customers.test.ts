import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.hoisted(() => vi.resetModules());

let name: string;

vi.mock('#client/api/call-api.ts', () => ({
  listItems: async () => ({ 'hydra:member': [{ id: 'a', name }] }),
  listFreely: () => Promise.reject(new Error('Not used')),
  readItem: () => Promise.reject(new Error('Not used')),
}));

const { foundCustomersQuery } = await import('./customers.ts');
const { CHOICES_STALE_MS } = await import('#client/api/queries/choices-stale.ts');

beforeEach(() => {
  vi.useFakeTimers();
  name = 'Old';
});
afterEach(() => vi.useRealTimers());

test.each([['a manager', ['a']] as const, ['an administrator', null] as const])(
  'the customers that %s chooses from have their present names whenever the choice opens',
  async (_, manages) => {
    const client = new QueryClient();
    const names = async () =>
      (await client.fetchQuery(foundCustomersQuery(manages, ''))).map((each) => each.name);
    expect(await names()).toEqual(['Old']);
    name = 'New';
    vi.advanceTimersByTime(CHOICES_STALE_MS + 1);
    expect(await names()).toEqual(['New']);
    // Known at once where it was changed in this browser.
    name = 'Newest';
    await client.invalidateQueries({ queryKey: ['customers'] });
    expect(await names()).toEqual(['Newest']);
    client.clear();
  },
);
