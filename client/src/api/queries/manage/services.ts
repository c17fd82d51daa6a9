import { queryOptions } from '@tanstack/react-query';
import { listItems } from '#client/api/call-api.ts';
import type { ServiceInForce } from './service-types.ts';

/** The services as the installation has them, 1-to-1 chat first. */
export const installationServicesQuery = () =>
  queryOptions({
    queryKey: ['services', 'installation'],
    queryFn: async ({ signal }): Promise<readonly ServiceInForce[]> =>
      (await listItems('services', { order: { name: 'asc' } }, { signal }))['hydra:member'],
  });
