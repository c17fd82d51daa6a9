import type { Expression } from 'kysely';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import type { Trx } from '#server/db/database.ts';
import type { Reach } from './access-table.ts';
import type { RequestContext } from './context.ts';
import { reachCondition } from './find-item.ts';
import type { ListOptions } from './list-query.ts';
import { asManager, readerOf } from './parties.ts';
import { isOneOf, type PageQuery } from './row-source.ts';
import type { BaseRow, ServerResource } from './server-resource.ts';

/** Items of a resource that are not looked at page by page: those of a task, or of an export. */
export interface Selection {
  /** The ids of the first items that a list with this query has, as a query to be selected from. */
  ids(context: RequestContext, reach: Reach, list: ListOptions, limit: number): Promise<Expression<unknown>>;
  /** These items as the asker reads them, by their ids; without those beyond the reach. */
  shown(
    context: RequestContext,
    reach: Reach | undefined,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, object>>;
  /** All items that a list with this query has, in its order and from one snapshot; so many at a time. */
  stream(
    context: RequestContext & { readonly db: Trx },
    reach: Reach,
    list: ListOptions,
    batchSize: number,
  ): AsyncIterable<readonly object[]>;
}

type Query = Pick<PageQuery, 'where' | 'order'>;

export function createSelection<Definition extends ResourceDefinition, Row extends BaseRow>(
  resource: ServerResource<Definition, Row>,
  queryOf: (context: RequestContext, reach: Reach, list: ListOptions) => Promise<Query>,
): Selection {
  const rowsOf = ({ db, principal }: RequestContext) => resource.rows(db, principal);
  return {
    async ids(context, reach, list, limit) {
      const reader = readerOf(context, list.filters);
      return rowsOf(reader).ids({ ...(await queryOf(reader, reach, list)), limit });
    },

    async shown(context, reach, ids) {
      if (ids.length === 0) return new Map();
      const where = [isOneOf(resource.id, ids), reachCondition(resource, reach, context.principal)];
      const reader = asManager(context);
      const rows = await rowsOf(reader).page({ where, order: [], limit: ids.length, offset: 0 });
      return new Map(rows.map((row) => [row.id, resource.show(row, reader)]));
    },

    async *stream(context, reach, list, batchSize) {
      const reader = readerOf(context, list.filters);
      const batches = rowsOf(reader).stream(context.db, await queryOf(reader, reach, list), batchSize);
      for await (const rows of batches) yield rows.map((row) => resource.show(row, reader));
    },
  };
}
