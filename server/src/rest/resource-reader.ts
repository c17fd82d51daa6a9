import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { JSON_LD } from '#protocol/rest/hydra.ts';
import { Remembered } from '#server/db/remembered.ts';
import { settledUntil } from '#server/db/settled.ts';
import type { Principal } from '#server/principal.ts';
import type { Reach } from './access-table.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import type { Answer, EndpointInput, Member } from './endpoint.ts';
import { reachCondition, readableCondition } from './find-item.ts';
import { addressOf, collectionBody, itemBody, searchTemplate } from './hydra-body.ts';
import { type Cursor, following, type Keyset, keysetOf, refuseCursor, writeCursor } from './keyset.ts';
import { asManager, namedCustomers, readerOf } from './parties.ts';
import { type Condition, isOneOf, type PagedRow, type Sorting, type Total } from './row-source.ts';
import { searchCondition } from './search-condition.ts';
import { createSelection, type Selection } from './selection.ts';
import type { BaseRow, Order, ServerResource } from './server-resource.ts';

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
    request: CollectionRequest & {
      readonly where: readonly Condition[];
      /** In place of the order that the query asks for. */
      readonly order?: readonly Sorting[];
      readonly reach: Reach;
    },
  ): Promise<Answer>;
  /** Which of these ids the asker may read, hence refer to. */
  readable(context: RequestContext, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Waits for whoever deletes one of these items, and keeps the others from being deleted until the end of the transaction. */
  hold(context: ChangeContext, ids: readonly string[]): Promise<void>;
  /** Its items beyond a page. */
  readonly selection: Selection;
}

/**
 * Where no cheaper total is kept it is exact up to so many rows; beyond them it is what the planner expects, and the answer
 * says so (row-source.ts).
 */
const COUNTED_AT_MOST = 100_000;
/** Pages that pass over more rows than this take their turn (heavy-reads.ts). */
const DEEP_OFFSET = 10_000;
/** Pages of a common search that pass over no more than this are read in their order, without the search index. */
const WALKED_OFFSET = 300;
/** A count of more rows than this is kept for a moment: who looks at one page looks at the next. */
const QUICKLY_COUNTED = 5_000;
const TOTALS_MAX_AGE_MS = 5_000;
const TOTALS_KEPT = 1_000;

/** Of all lists; cleared by every change through this server. */
export const createTotals = (): Remembered<Total> =>
  new Remembered({
    maxAgeMs: TOTALS_MAX_AGE_MS,
    maxEntries: TOTALS_KEPT,
    isWorthIt: ({ rows }) => rows > QUICKLY_COUNTED,
  });

export function createReader<Definition extends ResourceDefinition, Row extends BaseRow>(
  resource: ServerResource<Definition, Row>,
  totals: Remembered<Total>,
): ResourceReader {
  const { definition } = resource;

  const itemAnswer = (context: RequestContext, row: Row, status: number, once: object): Answer => ({
    status,
    media: JSON_LD,
    body: itemBody(definition, row.id, { ...resource.show(row, context), ...once }, { withContext: true }),
    headers: status === 201 ? { location: addressOf(definition, row.id) } : {},
    revision: row.revision,
  });

  const sortings = (list: EndpointInput['list'], principal: Principal | null): Sorting[] => {
    const [first = 'id'] = definition.order;
    const asked =
      list.order.length > 0 ? list.order : [{ name: first, direction: definition.defaultDirection }];
    const orders: Readonly<Record<string, Order>> = { id: resource.id, ...resource.orders };
    const sorted = asked.flatMap(({ name, direction }) => {
      const sought = orders[name];
      const expression = typeof sought === 'function' ? sought(principal) : sought;
      return expression ? [{ expression, direction }] : [];
    });
    // The id makes the order of equals certain, so that pages neither repeat nor skip.
    return [...sorted, { expression: resource.id, direction: sorted.at(-1)?.direction ?? 'asc' }];
  };

  const filterConditions = (context: RequestContext, list: EndpointInput['list']): Condition[] =>
    Object.entries(list.filters).map(([name, values]) =>
      resource.filters[name as keyof Definition['filters']](values, context.principal, context.deps),
    );

  const conditions = async (
    context: RequestContext,
    reach: Reach,
    list: EndpointInput['list'],
    isCommon: boolean,
  ): Promise<Condition[]> => {
    const { search: text } = list;
    const found = text !== null && (await searchCondition(resource, context, text, isCommon));
    return [
      reachCondition(resource, reach, context.principal, namedCustomers(list.filters)),
      ...filterConditions(context, list),
      ...(found ? [found] : []),
    ];
  };

  return {
    definition,
    selection: createSelection(resource, async (context, reach, list) => ({
      where: await conditions(context, reach, list, false),
      order: sortings(list, context.principal),
    })),
    async item(asked, id, { status = 200, once = {} } = {}) {
      const context = asManager(asked);
      const isIt: Condition = sql<boolean>`${resource.id} = ${id}`;
      const row = await resource.rows(context.db, context.principal).find([isIt]);
      if (!row) throw new AppError('not-found');
      return itemAnswer(context, row, status, once);
    },

    async collection(asked, { where: own, order, reach, input: { list, url }, path, ownNames }) {
      const context = readerOf(asked, list.filters, { ofPeers: own.length > 0 });
      const { search: text } = list;
      const isSearched = text !== null && resource.search !== undefined;
      const reachedWhere = async (isCommon: boolean): Promise<Condition[]> => [
        ...(await conditions(context, reach, list, isCommon)),
        ...own,
      ];
      const rows = resource.rows(context.db, context.principal);
      const offset = (list.page - 1) * list.pageSize;
      const { counts, heavyReads, countedAtMost = COUNTED_AT_MOST } = context.deps;
      const byIndex = await reachedWhere(false);
      const count = rows.count(byIndex, countedAtMost);
      const countAll = (): Promise<Total> =>
        totals.get(count.key, () => counts.run(() => count.run(context.db)));
      const isCommon =
        isSearched && offset <= WALKED_OFFSET && (totals.peek(count.key)?.rows ?? 0) > QUICKLY_COUNTED;
      const cheap =
        own.length > 0 || isSearched ? undefined : resource.cheapTotal?.(context, reach, list.filters);
      const where = isCommon ? await reachedWhere(true) : byIndex;
      const { cursor } = list;
      if (order) refuseCursor(cursor);
      const keyset = order ? undefined : keysetOf(resource, list);
      const place = keyset && cursor && following(cursor, keyset, resource.id);
      // Before the page is read: what is written in between is younger.
      const settled = list.settled ? [await settledPart(context, keyset)] : [];
      const readPage = () =>
        rows.page({
          where: [...where, ...settled, ...(place ? [place.where] : [])],
          order: order ?? place?.order ?? sortings(list, context.principal),
          limit: list.pageSize + 1,
          offset: place ? 0 : offset,
          time: keyset?.time,
        });
      const [found, counted] = await Promise.all([
        !place && offset > DEEP_OFFSET ? heavyReads.run(readPage) : readPage(),
        cheap?.then((total): Total => ({ rows: total, isEstimate: false })) ?? countAll(),
      ]);
      const page = found.slice(0, list.pageSize);
      const hasMore = found.length > page.length;
      const total = place
        ? counted
        : totalSeen(counted, { offset, found: found.length, onPage: page.length });
      if (cursor?.way === 'previous') page.reverse();
      const linkFrom = (row: PagedRow<Row> | undefined, way: Cursor['way']): string | undefined =>
        row && keyset && writeCursor({ way, micros: row.cursor_micros ?? null, id: row.id });
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
          hasNext: hasMore || cursor?.way === 'previous',
          hasPrevious: cursor ? hasMore || cursor.way === 'next' : list.page > 1,
          cursors: { next: linkFrom(page.at(-1), 'next'), previous: linkFrom(page[0], 'previous') },
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

    async hold({ db }, ids) {
      if (resource.table === undefined || ids.length === 0) return;
      await sql`select from ${sql.table(resource.table)} where id = any(${ids}::uuid[]) order by id for key share`.execute(
        db,
      );
    },
  };
}

/** The rows before which no more will come. Throws `invalid-query-parameter` in any other order than that of their writing. */
async function settledPart({ db }: RequestContext, keyset: Keyset | undefined): Promise<Condition> {
  if (!keyset?.isAsWritten) {
    throw new AppError('invalid-query-parameter', { message: 'Invalid query parameter: settled' });
  }
  const until = await settledUntil(db);
  return sql<boolean>`${keyset.time} < ${until}`;
}

/**
 * What the page itself says is more certain than a count that was made a moment before it, or estimated: where the last page
 * is looked at, it says how many there are. Before it there are more than have been seen; past it, no more than were passed
 * over.
 */
function totalSeen(
  counted: Total,
  { offset, found, onPage }: { readonly offset: number; readonly found: number; readonly onPage: number },
): Total {
  if (found > onPage) return { ...counted, rows: Math.max(counted.rows, offset + found) };
  if (onPage === 0 && offset > 0) return { ...counted, rows: Math.min(counted.rows, offset) };
  return { rows: offset + onPage, isEstimate: false };
}

/** An item that stands in no table. */
export const memberAnswer = (definition: ResourceDefinition, { id, shown }: Member): Answer => ({
  status: 200,
  media: JSON_LD,
  body: itemBody(definition, id, shown, { withContext: true }),
});

/** A list of what stands in no table. */
export function membersAnswer(
  definition: ResourceDefinition,
  {
    members,
    total,
    input: { list, url },
    path,
    ownNames,
  }: CollectionRequest & { readonly members: readonly Member[]; readonly total: number },
): Answer {
  refuseCursor(list.cursor);
  return {
    status: 200,
    media: JSON_LD,
    body: collectionBody({
      definition,
      url,
      members: members.map(({ id, shown }) => itemBody(definition, id, shown, { withContext: false })),
      total: { rows: total, isEstimate: false },
      hasNext: list.page * list.pageSize < total,
      hasPrevious: list.page > 1,
      page: list.page,
      pageSize: list.pageSize,
      search: searchTemplate(definition, path, ownNames),
    }),
  };
}
