import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { User } from '#client/api/api-types.ts';
import { callApi, listFreely, listItems, readTagged } from '#client/api/call-api.ts';
import { CHOICES_STALE_MS } from '#client/api/queries/choices-stale.ts';
import type { CustomerFeature, ServiceInForce } from './service-types.ts';

/** As many as the API gives at once; beyond them a manager is found by search among the users. */
const SHOWN_MANAGERS = 100;
/** Of a search: more are found by more letters. */
const FOUND_USERS = 30;

/** One customer, in the version that was read. */
export const customerVersionQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'version', id],
    queryFn: ({ signal }) => readTagged('customers', id, { signal }),
  });

/** What a customer has switched on, 1-to-1 chat first. */
export const customerFeaturesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['features', 'of-customer', customerId],
    queryFn: async ({ signal }): Promise<readonly CustomerFeature[]> =>
      (await listItems('features', { customer: customerId, order: { name: 'asc' } }, { signal }))[
        'hydra:member'
      ],
  });

/** What the people of a customer can use, all rules applied. Its key is that of the features, which it changes with. */
export const inForceQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['features', 'in-force', customerId],
    queryFn: async ({ signal }): Promise<readonly ServiceInForce[]> =>
      (await callApi('services.current', { query: { customer: customerId }, signal }))['hydra:member'],
  });

/** The managers of a customer, by their ids. */
export const customerManagersQuery = (customerId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['users', 'managers-of', customerId, ids],
    queryFn: async ({ signal }): Promise<readonly User[]> => {
      if (ids.length === 0) return [];
      const query = { id: ids.slice(0, SHOWN_MANAGERS), pageSize: SHOWN_MANAGERS, order: { email: 'asc' } };
      return (await listFreely('users', query, { signal }))['hydra:member'];
    },
  });

/** Verified users whose name or mail address contains a text, by mail address. */
export const foundUsersQuery = (search: string) =>
  queryOptions({
    queryKey: ['users', 'found', search],
    staleTime: CHOICES_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly User[]> => {
      const query = { verified: 'VERIFIED', pageSize: FOUND_USERS, order: { email: 'asc' } } as const;
      return (await listItems('users', { ...query, ...(search && { search }) }, { signal }))['hydra:member'];
    },
  });

/** What keeps a customer from being deleted: its users, its devices, and the history of their calls. */
export const customerUseQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customers', 'use', customerId],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const countOf = async (path: 'users' | 'devices' | 'connections') =>
        (await listFreely(path, { customer: customerId, pageSize: 1 }, { signal }))['hydra:totalItems'];
      const [users, devices, calls] = await Promise.all([
        countOf('users'),
        countOf('devices'),
        countOf('connections'),
      ]);
      return { users, devices, calls };
    },
  });
