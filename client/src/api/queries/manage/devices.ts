import { queryOptions } from '@tanstack/react-query';
import { readTagged } from '#client/api/call-api.ts';

/** One device, in the version that was read. */
export const managedDeviceQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'item', id],
    queryFn: ({ signal }) => readTagged('devices', id, { signal }),
  });
