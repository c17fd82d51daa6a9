import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';
import { ClientError } from '#client/client-error.ts';

/** The version of the API; fails with `version-missing` where there is none in the answer. */
export const versionQuery = () =>
  queryOptions({
    queryKey: ['version'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const reply = await callApi('version.read', { signal });
      if (!reply?.version) throw new ClientError('version-missing', 'Failed to get API version');
      return reply.version;
    },
  });
