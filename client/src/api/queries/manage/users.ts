import { queryOptions } from '@tanstack/react-query';
import type { Pair } from '#client/api/api-types.ts';
import { listItems, readTagged } from '#client/api/call-api.ts';

/** One user, in the version that was read. */
export const managedUserQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'item', id],
    queryFn: ({ signal }) => readTagged('users', id, { signal }),
  });

/** As many as the API gives at once. */
const PAGE = 100;
/** Someone with more pairs than these pages hold is not shown all devices. */
const MOST_PAGES = 5;

const isDevice = (address: string | null): boolean => address?.includes('/devices/') === true;

/** The pairs of a user in which the other side is a device. A device that has not approved is not known to be one. */
export const pairedDevicesQuery = (user: string) =>
  queryOptions({
    queryKey: ['pairs', 'devices-of', user],
    queryFn: async ({ signal }): Promise<readonly Pair[]> => {
      const found: Pair[] = [];
      for (let page = 1; page <= MOST_PAGES; page++) {
        const list = await listItems('pairs', { party: user, page, pageSize: PAGE }, { signal });
        found.push(...list['hydra:member'].filter(({ owner, peer }) => isDevice(owner) || isDevice(peer)));
        if (!list['hydra:view']?.['hydra:next']) break;
      }
      return found;
    },
  });
