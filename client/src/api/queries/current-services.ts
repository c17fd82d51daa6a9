import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';

/** The services in force for whoever is signed in. */
export const currentServicesQuery = () =>
  queryOptions({
    queryKey: ['services', 'current'],
    queryFn: async ({ signal }) => (await callApi('services.current', { signal }))['hydra:member'],
  });
