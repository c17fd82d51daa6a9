import { type Static, Type } from 'typebox';
import { defineOperation, json } from '#protocol/rest/define-operation.ts';
import { Nullable, Reference, Uuid } from '#protocol/rest/field.ts';
import { customerFilter } from '#protocol/rest/filters.ts';
import { MAX_SEARCH_LENGTH } from '#protocol/rest/hydra.ts';

/** As many of each resource. */
export const HITS_AT_MOST = 5;

const Hit = Type.Object({
  '@id': Type.String({ description: 'The address of what was found' }),
  id: Uuid,
  name: Type.String(),
  detail: Nullable(Type.String({ description: 'Mail address, printed serial number, or the owner’s name' })),
  customer: Nullable(Reference('customers')),
  customerName: Nullable(Type.String()),
});
export type SearchHit = Static<typeof Hit>;

const Hits = Type.Array(Hit, { maxItems: HITS_AT_MOST });

export const searchOperations = {
  'search.find': defineOperation({
    method: 'GET',
    path: 'search',
    summary: `The newest ${HITS_AT_MOST} each of the users, devices, pairs, groups and customers that the asker's lists find by a text`,
    query: {
      q: {
        schema: Type.String({ minLength: 1, maxLength: MAX_SEARCH_LENGTH, pattern: '\\S' }),
        description: 'The text, as for search in each list',
      },
      customer: customerFilter,
    },
    reply: json(Type.Object({ users: Hits, devices: Hits, pairs: Hits, groups: Hits, customers: Hits })),
  }),
} as const;
