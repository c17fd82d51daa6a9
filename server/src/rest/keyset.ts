import { type Expression, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { ListOptions } from './list-query.ts';
import type { Condition, Sorting } from './row-source.ts';
import type { ItemSource, Order } from './server-resource.ts';

/**
 * A place in a list that is sorted by a time or by the id: after or before the row with that time, in microseconds since 1970, and id.
 * What lies before it is not read again, and rows that come or go meanwhile neither repeat others nor hide them.
 */
export interface Cursor {
  readonly way: 'next' | 'previous';
  /** Null in the order of the id alone. */
  readonly micros: string | null;
  readonly id: string;
}

const FORM = /^(next|previous)-(?:(-?\d{1,18})-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const writeCursor = ({ way, micros, id }: Cursor): string =>
  micros === null ? `${way}-${id}` : `${way}-${micros}-${id}`;

/** Undefined for a text that is none. */
export function readCursor(text: string): Cursor | undefined {
  const [, way, micros = null, id] = FORM.exec(text) ?? [];
  if (id === undefined) return undefined;
  return { way: way === 'next' ? 'next' : 'previous', micros, id };
}

/** The time of a row, as a cursor has it. */
export const microsOf = (time: Expression<unknown>) =>
  sql<string>`(extract(epoch from ${time}) * 1000000)::bigint::text`;

/** Exact, which the product of an interval and a number beyond 2^53 is not. */
const timeOf = (micros: string) => sql`timestamptz 'epoch'
  + ${micros}::bigint / 1000000 * interval '1 second' + ${micros}::bigint % 1000000 * interval '1 microsecond'`;

/** An order in which pages are found by cursors. */
export interface Keyset {
  readonly direction: Sorting['direction'];
  /** Null: by the id alone. */
  readonly time: Expression<unknown> | null;
  /** Ascending, by the time at which rows were last written (`settled` of the definition). */
  readonly isAsWritten: boolean;
}

interface Sorted extends Pick<ItemSource<never>, 'definition' | 'id'> {
  readonly orders: Readonly<Record<string, Order>>;
}

/** The keyset that a list goes by; undefined if by none. Throws `invalid-query-parameter` for a cursor that is of another order. */
export function keysetOf(
  { definition, id, orders }: Sorted,
  { order, cursor }: Pick<ListOptions, 'order' | 'cursor'>,
): Keyset | undefined {
  const { keysets, settled, defaultDirection } = definition;
  const [
    { name, direction } = { name: definition.order[0] ?? 'id', direction: defaultDirection },
    ...others
  ] = order;
  const column = name === 'id' ? id : orders[name];
  const isKeyset = others.length === 0 && (name === 'id' || keysets.includes(name));
  if (isKeyset && column !== undefined && typeof column !== 'function') {
    const time = column === id ? null : column;
    if (!cursor || (cursor.micros === null) === (time === null))
      return { direction, time, isAsWritten: name === settled && direction === 'asc' };
  }
  refuseCursor(cursor);
  return undefined;
}

/** For lists in an order of their own. */
export function refuseCursor(cursor: Cursor | undefined): void {
  if (cursor) throw new AppError('invalid-query-parameter', { message: 'Invalid query parameter: cursor' });
}

/** What follows the cursor on its way, the nearest first. */
export function following(
  { way, micros, id }: Cursor,
  { direction, time }: Keyset,
  idColumn: Expression<string>,
): { readonly where: Condition; readonly order: readonly Sorting[] } {
  const towards = (way === 'next') === (direction === 'asc') ? 'asc' : 'desc';
  const beyond = sql.raw(towards === 'asc' ? '>' : '<');
  if (time === null || micros === null) {
    return {
      where: sql<boolean>`${idColumn} ${beyond} ${id}::uuid`,
      order: [{ expression: idColumn, direction: towards }],
    };
  }
  return {
    where: sql<boolean>`(${time}, ${idColumn}) ${beyond} (${timeOf(micros)}, ${id}::uuid)`,
    order: [time, idColumn].map((expression) => ({ expression, direction: towards })),
  };
}
