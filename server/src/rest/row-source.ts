import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

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
}

/** Rows of one resource, whatever tables they come from; what the registrar needs to know of Kysely. */
export interface RowSource<Row> {
  find(where: readonly Condition[]): Promise<Row | undefined>;
  page(query: PageQuery): Promise<Row[]>;
  count(where: readonly Condition[]): Promise<number>;
}

/**
 * A select with all its joins and columns. Joins have to be left joins on unique keys: the planner leaves those out of the
 * count that no condition needs. With `id`, a page's ids are found in the same way, and only its rows are joined then.
 */
export function rowSource<DB, TB extends keyof DB, Row>(
  select: SelectQueryBuilder<DB, TB, Row>,
  id?: Expression<string>,
): RowSource<Row> {
  const narrowed = (where: readonly Condition[]) =>
    where.reduce((query, condition) => query.where(condition), select);
  const sorted = (query: typeof select, order: PageQuery['order']) =>
    order.reduce((before, { expression, direction }) => before.orderBy(expression, direction), query);
  const paged = ({ where, order, limit, offset }: PageQuery) => {
    const page = sorted(narrowed(where), order).limit(limit).offset(offset);
    if (id === undefined) return page;
    const ids = page.clearSelect().select(sql`${id}`.as('page_id'));
    return sorted(select.where(sql<boolean>`${id} in (${ids})`), order);
  };
  return {
    find: (where) => narrowed(where).executeTakeFirst() as Promise<Row | undefined>,
    page: (query) => paged(query).execute() as Promise<Row[]>,
    async count(where) {
      const counting = narrowed(where).clearSelect().select(sql<number>`count(*)`.as('count'));
      const row: object | undefined = await counting.executeTakeFirst();
      return row && 'count' in row ? Number(row.count) : 0;
    },
  };
}

/** True of none, of all, of whatever one of the conditions is true of. */
export const none: Condition = sql<boolean>`false`;
export const all: Condition = sql<boolean>`true`;
export const anyOf = (...conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? none : sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** `column = any(values)`; false for no values. */
export const isOneOf = (column: Expression<unknown>, values: readonly string[]): Condition =>
  values.length === 0 ? none : sql<boolean>`${column} in (${sql.join(values)})`;

/** Contains the text, whatever its case; `%` and `_` stand for themselves. */
export const contains = (columns: readonly Expression<unknown>[], text: string): Condition => {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return anyOf(...columns.map((column) => sql<boolean>`${column} ilike ${pattern}`));
};
