import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Connection } from '#client/api/api-types.ts';
import { listItems } from '#client/api/call-api.ts';
import { iri } from '#protocol/rest/field.ts';
import type { ListPage } from './groups.ts';
import { type ListPart, partKey } from './list-part.ts';

export interface ConnectionsPart extends ListPart {
  /** Empty: both. */
  readonly kind: '' | 'direct' | 'group';
}

/** A user's call history, a page of it. */
export const connectionsQuery = (userId: string, part: ConnectionsPart) =>
  queryOptions({
    queryKey: ['connections', 'own', userId, partKey(part), part.kind],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<Connection>> => {
      const { page, pageSize, search, sort, kind } = part;
      const list = await listItems(
        'connections',
        {
          // A manager sees others' too.
          owner: iri('users', userId),
          page,
          pageSize,
          ...(search && { ownPeer: search }),
          ...(kind && { kind }),
          ...(sort && { order: { [sort.field]: sort.direction } }),
        },
        { signal },
      );
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });
