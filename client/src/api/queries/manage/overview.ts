import { queryOptions } from '@tanstack/react-query';
import { callApi, listFreely } from '#client/api/call-api.ts';

/** Figures of today are looked at again so often, while the page is visible. */
const REFRESH_MS = 60_000;
const NEWEST = 5;

const ofCustomer = (customer: string | null) => (customer === null ? {} : { customer });

/** What needs attention at a customer, or with null at all of the account's. */
export const attentionQuery = (customer: string | null) =>
  queryOptions({
    queryKey: ['attention', customer],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => callApi('attention.read', { query: ofCustomer(customer), signal }),
  });

/** Today so far beside the same weekday last week, and the calls in progress. */
export const todayQuery = (customer: string | null) =>
  queryOptions({
    queryKey: ['today', customer],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => callApi('statistics.today', { query: ofCustomer(customer), signal }),
  });

/** The newest notifications that the account can read. */
export const newestNotificationsQuery = (customers: readonly string[] | null) =>
  queryOptions({
    queryKey: ['notifications', 'newest', customers],
    queryFn: async ({ signal }) =>
      (
        await listFreely(
          'notifications',
          { pageSize: NEWEST, 'order[datetime]': 'desc', ...(customers && { customer: customers }) },
          { signal },
        )
      )['hydra:member'],
  });
