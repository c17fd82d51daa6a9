import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';
import { ClientError } from '#client/client-error.ts';
import type { Installation } from '#protocol/rest/resources/auth.ts';

/** What everyone may know of the installation; fails with `version-missing` where the answer has no version. */
export const installationQuery = () =>
  queryOptions({
    queryKey: ['version'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const installation = await callApi('version.read', { signal });
      if (!installation?.version) throw new ClientError('version-missing', 'Failed to get API version');
      return installation;
    },
  });

/** The address of the installation where the page was opened under another one; null else, and from servers that do not tell yet. */
export const otherAddress = ({ publicUrl }: Installation): string | null =>
  URL.canParse(publicUrl) && new URL(publicUrl).origin !== window.location.origin ? publicUrl : null;
