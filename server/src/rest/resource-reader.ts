import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { JSON_LD } from '#protocol/rest/hydra.ts';
import type { Principal } from '#server/principal.ts';
import type { Reach } from './access-table.ts';
import type { RequestContext } from './context.ts';
import type { Answer, EndpointInput, Member } from './endpoint.ts';
import { etagOf } from './etag.ts';
import { reachCondition, readableCondition } from './find-item.ts';
import { addressOf, collectionBody, itemBody, searchTemplate } from './hydra-body.ts';
import { namedCustomers } from './parties.ts';
import { type Condition, contains, isOneOf, type Sorting } from './row-source.ts';
import type { BaseRow, ServerResource } from './server-resource.ts';

export interface CollectionRequest {
  readonly input: Pick<EndpointInput, 'list' | 'url'>;
  /** Below `/api/v1/`, for the search template. */
  readonly path: string;
  /** Names of the operation's own parameters. */
  readonly ownNames?: readonly string[];
}

/** Answers of one resource; what differs between resources is behind it. */
export interface ResourceReader {
  readonly definition: ResourceDefinition;
  /** An item that the asker has just made, changed or been let to. */
  item(
    context: RequestContext,
    id: string,
    options?: { readonly status?: number; readonly once?: object },
  ): Promise<Answer>;
  /** A page of what meets the conditions and the query; one query for the page, one for the total. */
  collection(
    context: RequestContext,
    request: CollectionRequest & { readonly where: readonly Condition[]; readonly reach: Reach },
  ): Promise<Answer>;
  /** Which of these ids the asker may read, hence refer to. */
  readable(context: RequestContext, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * Where no cheaper total is kept it is exact up to so many rows; beyond them it is what the planner expects (row-source.ts).
 */
const COUNTED_AT_MOST = 5_000;

export function createReader<Definition extends ResourceDefinition, Row extends BaseRow>(
  resource: ServerResource<Definition, Row>,
): ResourceReader {
  const { definition } = resource;

  const itemAnswer = (context: RequestContext, row: Row, status: number, once: object): Answer => ({
    status,
    media: JSON_LD,
    body: itemBody(definition, row.id, { ...resource.show(row, context), ...once }, { withContext: true }),
    headers: {
      etag: etagOf(row.revision),
      ...(status === 201 && { location: addressOf(definition, row.id) }),
    },
  });

  const sortings = (list: EndpointInput['list']): Sorting[] => {
    const [first = 'id'] = definition.order;
    const asked =
      list.order.length > 0 ? list.order : [{ name: first, direction: definition.defaultDirection }];
    const orders: Readonly<Record<string, Sorting['expression']>> = resource.orders;
    const sorted = asked.flatMap(({ name, direction }) => {
      const expression = orders[name];
      return expression ? [{ expression, direction }] : [];
    });
    // The id makes the order of equals certain, so that pages neither repeat nor skip.
    return [...sorted, { expression: resource.id, direction: sorted.at(-1)?.direction ?? 'asc' }];
  };

  const filterConditions = (context: RequestContext, list: EndpointInput['list']): Condition[] =>
    Object.entries(list.filters).map(([name, values]) =>
      resource.filters[name as keyof Definition['filters']](values, context.principal),
    );

  const searchCondition = (
    search: NonNullable<typeof resource.search>,
    text: string,
    principal: Principal | null,
  ): Condition => (typeof search === 'function' ? search(text, principal) : contains(search, text));

  return {
    definition,
    async item(context, id, { status = 200, once = {} } = {}) {
      const isIt: Condition = sql<boolean>`${resource.id} = ${id}`;
      const row = await resource.rows(context.db, context.principal).find([isIt]);
      if (!row) throw new AppError('not-found');
      return itemAnswer(context, row, status, once);
    },

    async collection(context, { where, reach, input: { list, url }, path, ownNames }) {
      const conditions = [...where, ...filterConditions(context, list)];
      const isSearched = list.search !== null && resource.search !== undefined;
      if (list.search !== null && resource.search) {
        conditions.push(searchCondition(resource.search, list.search, context.principal));
      }
      const reached = [
        reachCondition(resource, reach, context.principal, namedCustomers(list.filters)),
        ...conditions,
      ];
      const rows = resource.rows(context.db, context.principal);
      const offset = (list.page - 1) * list.pageSize;
      const countAll = (): Promise<number> => rows.count(context.db, reached, COUNTED_AT_MOST);
      const cheap =
        where.length > 0 || isSearched ? undefined : resource.cheapTotal?.(context, reach, list.filters);
      const [found, counted] = await Promise.all([
        rows.page({ where: reached, order: sortings(list), limit: list.pageSize + 1, offset }),
        cheap ?? countAll(),
      ]);
      const page = found.slice(0, list.pageSize);
      const hasNext = found.length > page.length;
      // Where the last page is looked at, it says how many there are. Before it, there are more than have been seen;
      // past it, no more than were passed over.
      const total = hasNext
        ? Math.max(counted, offset + found.length)
        : page.length === 0
          ? Math.min(counted, offset)
          : offset + page.length;
      return {
        status: 200,
        media: JSON_LD,
        body: collectionBody({
          definition,
          url,
          members: page.map((row) =>
            itemBody(definition, row.id, resource.show(row, context), { withContext: false }),
          ),
          total,
          hasNext,
          page: list.page,
          pageSize: list.pageSize,
          search: searchTemplate(definition, path, ownNames),
        }),
      };
    },

    async readable(context, ids) {
      if (ids.length === 0) return new Set();
      const rows = await resource.rows(context.db, context.principal).page({
        where: [isOneOf(resource.id, ids), readableCondition(resource, context)],
        order: [],
        limit: ids.length,
        offset: 0,
      });
      return new Set(rows.map(({ id }) => id));
    },
  };
}

/** An item that stands in no table. */
export const memberAnswer = (definition: ResourceDefinition, { id, shown }: Member): Answer => ({
  status: 200,
  media: JSON_LD,
  body: itemBody(definition, id, shown, { withContext: true }),
});

/** A list of what stands in no table. */
export const membersAnswer = (
  definition: ResourceDefinition,
  {
    members,
    total,
    input: { list, url },
    path,
    ownNames,
  }: CollectionRequest & { readonly members: readonly Member[]; readonly total: number },
): Answer => ({
  status: 200,
  media: JSON_LD,
  body: collectionBody({
    definition,
    url,
    members: members.map(({ id, shown }) => itemBody(definition, id, shown, { withContext: false })),
    total,
    hasNext: list.page * list.pageSize < total,
    page: list.page,
    pageSize: list.pageSize,
    search: searchTemplate(definition, path, ownNames),
  }),
});
