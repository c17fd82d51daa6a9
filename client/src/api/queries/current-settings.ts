import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';

/** How the signed-in user's calls send and take up picture and sound. */
export const currentSettingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'current'],
    queryFn: ({ signal }) => callApi('settings.current', { signal }),
  });
