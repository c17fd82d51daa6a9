import { queryOptions } from '@tanstack/react-query';
import type { Group } from '#client/api/api-types.ts';
import { readItem } from '#client/api/call-api.ts';
import { AppError } from '#protocol/app-error.ts';

/** Null: no group of this id that the signed-in user may read. */
export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['groups', 'item', groupId],
    queryFn: async ({ signal }): Promise<Group | null> => {
      try {
        return await readItem('groups', groupId, { signal });
      } catch (error) {
        if (error instanceof AppError && (error.status === 404 || error.status === 403)) return null;
        throw error;
      }
    },
  });
