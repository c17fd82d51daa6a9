import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Customer } from '#client/api/api-types.ts';
import { listFreely, listItems, readItem } from '#client/api/call-api.ts';
import { CHOICES_STALE_MS } from '#client/api/queries/choices-stale.ts';
import { searchKey } from '#protocol/text.ts';

/** As many as the API gives at once. */
const PAGE = 100;
/** Of a search: more are found by more letters. */
const SHOWN = 30;
/** A manager of more customers than these pages hold finds the others by search. */
const MOST_PAGES = 10;

export interface CustomerChoice {
  readonly id: string;
  readonly name: string;
}

/** One customer, with its time zone, features and managers. */
export const managedCustomerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'item', id],
    queryFn: ({ signal }): Promise<Customer> => readItem('customers', id, { signal }),
  });

/** The customers that a manager manages, by name. The API's list also has the one that the manager only belongs to. */
export const managedCustomersQuery = (manages: readonly string[]) =>
  queryOptions({
    queryKey: ['customers', 'managed', manages],
    staleTime: CHOICES_STALE_MS,
    queryFn: async ({ signal }): Promise<readonly Customer[]> => {
      const found: Customer[] = [];
      for (let page = 1; page <= MOST_PAGES; page++) {
        const list = await listItems(
          'customers',
          { page, pageSize: PAGE, order: { name: 'asc' } },
          { signal },
        );
        found.push(...list['hydra:member'].filter(({ id }) => manages.includes(id)));
        if (!list['hydra:view']?.['hydra:next']) break;
      }
      return found;
    },
  });

/**
 * Customers whose name or mail address contains a text, by name.
 *
 * @param manages of a manager; null for an administrator, who has all
 */
export const foundCustomersQuery = (manages: readonly string[] | null, search: string) =>
  queryOptions({
    queryKey: ['customers', 'found', manages, search],
    staleTime: CHOICES_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, client }): Promise<readonly CustomerChoice[]> => {
      if (manages !== null) {
        const managed = await client.fetchQuery(managedCustomersQuery(manages));
        const wanted = searchKey(search);
        return managed.filter(({ name }) => searchKey(name).includes(wanted));
      }
      const query = { pageSize: SHOWN, order: { name: 'asc' }, ...(search && { search }) } as const;
      return (await listItems('customers', query, { signal }))['hydra:member'];
    },
  });

/** The names of some customers, by id; those that the asker may not read are missing. */
export const customerNamesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['customers', 'names', ids],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const names = new Map<string, string>();
      for (let first = 0; first < ids.length; first += PAGE) {
        const query = { id: ids.slice(first, first + PAGE), pageSize: PAGE };
        const list = await listFreely('customers', query, { signal });
        for (const { id, name } of list['hydra:member']) names.set(id, name);
      }
      return names;
    },
  });
