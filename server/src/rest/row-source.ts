import { createHash } from 'node:crypto';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { foldWidth } from '#protocol/text.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import { microsOf } from './keyset.ts';

export type Condition = Expression<SqlBool>;

export interface Sorting {
  readonly expression: Expression<unknown>;
  readonly direction: 'asc' | 'desc';
}

export interface PageQuery {
  readonly where: readonly Condition[];
  readonly order: readonly Sorting[];
  readonly limit: number;
  readonly offset: number;
  /** What cursors of the rows are made of (keyset.ts). */
  readonly time?: Expression<unknown> | null | undefined;
}

/** `cursor_micros`: the time that the query asks for. */
export type PagedRow<Row> = Row & { readonly cursor_micros?: string };

/** How many rows there are, and whether that is only what the planner expects. */
export interface Total {
  readonly rows: number;
  readonly isEstimate: boolean;
}

/** Rows of one resource, from any tables; what the registrar needs to know of Kysely. */
export interface RowSource<Row> {
  find(where: readonly Condition[]): Promise<Row | undefined>;
  page(query: PageQuery): Promise<PagedRow<Row>[]>;
  /** Exact up to the limit; beyond it what the planner expects, which takes no longer for a million rows. */
  count(where: readonly Condition[], limit: number): Count;
  /** The ids of the first rows in this order, to be selected from: `select id from (…)`. */
  ids(query: Omit<PageQuery, 'offset' | 'time'>): Expression<unknown>;
  /** All rows in this order as they are now, however long they take to be read; so many at a time are in memory. */
  stream(trx: Trx, query: Pick<PageQuery, 'where' | 'order'>, batchSize: number): AsyncIterable<Row[]>;
}

export interface Count {
  /** The same for the same count of the same rows. */
  readonly key: string;
  run(db: Db): Promise<Total>;
}

/**
 * A select with all its joins and columns. Joins have to be left joins on unique keys: the planner leaves those out of the
 * count that no condition needs. A page's ids are found in the same way, and only its own rows are joined and shown then:
 * what a deep page passes over is read from an index alone.
 *
 * `from`: the same without joins, where no condition and no order of the resource needs any. A column that was joined by is
 * read from the table by the planner even where the join is left out.
 */
export function rowSource<DB, TB extends keyof DB, Row, FromDB = DB, FromTB extends keyof FromDB = never>(
  select: SelectQueryBuilder<DB, TB, Row>,
  id: Expression<string>,
  from?: SelectQueryBuilder<FromDB, FromTB, object>,
): RowSource<Row> {
  return {
    find: (where) => narrowed(select, where).executeTakeFirst() as Promise<Row | undefined>,
    page(query) {
      const ids = from ? idsOfPage(from, id, query) : idsOfPage(select, id, query);
      const page = sorted(select.where(sql<boolean>`${id} in (${ids})`), query.order);
      const timed = query.time ? page.select(microsOf(query.time).as('cursor_micros')) : page;
      return timed.execute() as Promise<PagedRow<Row>[]>;
    },
    count: (where, limit) => (from ? countOf(from, where, limit) : countOf(select, where, limit)),
    ids: ({ where, order, limit }) =>
      sorted(narrowed(select, where), order).limit(limit).clearSelect().select(sql`${id}`.as('id')),
    async *stream(trx, { where, order }, batchSize) {
      await sql`declare streamed no scroll cursor for ${sorted(narrowed(select, where), order)}`.execute(trx);
      while (true) {
        const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from streamed`.execute(trx);
        if (rows.length === 0) return;
        yield rows;
      }
    },
  };
}

function idsOfPage<DB, TB extends keyof DB, Row>(
  select: SelectQueryBuilder<DB, TB, Row>,
  id: Expression<string>,
  { where, order, limit, offset }: PageQuery,
): Expression<unknown> {
  const page = sorted(narrowed(select, where), order).limit(limit).offset(offset);
  return page.clearSelect().select(sql`${id}`.as('page_id'));
}

function countOf<DB, TB extends keyof DB, Row>(
  select: SelectQueryBuilder<DB, TB, Row>,
  where: readonly Condition[],
  limit: number,
): Count {
  const counted = narrowed(select, where).clearSelect().select(sql`1`.as('one'));
  const { sql: text, parameters } = counted.compile();
  return {
    // Some have thousands of ids among their parameters.
    key: createHash('sha256')
      .update(JSON.stringify([text, parameters]))
      .digest('base64'),
    async run(db) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (${counted.limit(limit + 1)}) as counted`.execute(db);
      const count = rows[0]?.count ?? 0;
      if (count <= limit) return { rows: count, isEstimate: false };
      return { rows: Math.max(count, expectedRows(await counted.explain('json'))), isEstimate: true };
    },
  };
}

const narrowed = <DB, TB extends keyof DB, Row>(
  select: SelectQueryBuilder<DB, TB, Row>,
  where: readonly Condition[],
) => where.reduce((query, condition) => query.where(condition), select);

const sorted = <DB, TB extends keyof DB, Row>(
  select: SelectQueryBuilder<DB, TB, Row>,
  order: readonly Sorting[],
) => order.reduce((query, { expression, direction }) => query.orderBy(expression, direction), select);

interface ExplainedRow {
  readonly 'QUERY PLAN'?: readonly { readonly Plan: { readonly 'Plan Rows': number } }[];
}

const expectedRows = (explained: readonly ExplainedRow[]): number =>
  explained[0]?.['QUERY PLAN']?.[0]?.Plan['Plan Rows'] ?? 0;

/** True of no rows; of all rows; of rows that meet one of the conditions. */
export const none: Condition = sql<boolean>`false`;
export const all: Condition = sql<boolean>`true`;
export const anyOf = (...conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? none : sql<boolean>`(${sql.join(conditions, sql` or `)})`;

export const not = (condition: Condition): Condition => sql<boolean>`not ${condition}`;

/** `column = any(values)`; false for no values. */
export const isOneOf = (column: Expression<unknown>, values: readonly string[]): Condition =>
  values.length === 0 ? none : sql<boolean>`${column} in (${sql.join(values)})`;

/** The same of ids that may be thousands. */
export const isOneOfIds = (column: Expression<unknown>, ids: readonly string[]): Condition =>
  ids.length === 0 ? none : sql<boolean>`${column} = any(${ids}::uuid[])`;

const literally = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Begins with the text, in this case; found by an index with `text_pattern_ops`. */
export const beginsWith = (column: Expression<unknown>, text: string): Condition =>
  sql<boolean>`${column} like ${`${literally(text)}%`}`;

/**
 * Contains the text in any case and width (`foldWidth`). The planner takes `<> 0` for true of most rows, as it is of those that an index has
 * found.
 */
export const contains = (columns: readonly Expression<unknown>[], text: string): Condition =>
  anyOf(
    ...columns.map(
      (column) => sql<boolean>`strpos(lower(normalize(${column}, NFKC)), lower(${foldWidth(text)})) <> 0`,
    ),
  );

/**
 * As `contains`, found by the index over `indexed` (search-index.ts), which has the grams of all of the columns. Of rows that are common the
 * first in any order are found sooner by reading in that order: then the index is left out.
 */
export const containsByIndex =
  (columns: readonly Expression<unknown>[], indexed: Expression<unknown>) =>
  (text: string, _principal?: Principal | null, isCommon = false): Condition => {
    if (isCommon) return contains(columns, text);
    const folded = foldWidth(text);
    const shortest = Math.min([...folded].length, GRAM_LENGTH);
    // Row by row the grams would have to be made: what is quicker comes first.
    return sql<boolean>`(${contains(columns, text)} and ${indexed} @@ search_query(${folded}, ${shortest}))`;
  };

/** Letters of the longest grams that are indexed. */
const GRAM_LENGTH = 2;
