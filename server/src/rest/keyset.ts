import { type Expression, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import type { ListOptions } from './list-query.ts';
import type { Condition, Sorting } from './row-source.ts';

/**
 * A place in a list that is sorted by time: after or before the row with that time, in microseconds since 1970, and id. What
 * lies before it is not read again, and rows that come meanwhile neither repeat others nor hide them.
 */
export interface Cursor {
  readonly way: 'next' | 'previous';
  readonly micros: string;
  readonly id: string;
}

const FORM = /^(next|previous)-(\d{1,16})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const writeCursor = ({ way, micros, id }: Cursor): string => `${way}-${micros}-${id}`;

/** Undefined for a text that is none. */
export function readCursor(text: string): Cursor | undefined {
  const [, way, micros, id] = FORM.exec(text) ?? [];
  if (micros === undefined || id === undefined) return undefined;
  return { way: way === 'next' ? 'next' : 'previous', micros, id };
}

/** The time of a row, as a cursor has it. */
export const microsOf = (time: Expression<unknown>) =>
  sql<string>`(extract(epoch from ${time}) * 1000000)::bigint::text`;

/**
 * Which way the list goes, if it goes by the time that cursors are of; undefined if not. Throws `invalid-query-parameter` for
 * a cursor in any other order.
 */
export function directionByTime(
  { keyset, defaultDirection }: Pick<ResourceDefinition, 'keyset' | 'defaultDirection'>,
  { order, cursor }: Pick<ListOptions, 'order' | 'cursor'>,
): Sorting['direction'] | undefined {
  const [first, ...others] = order;
  const byTime = keyset !== undefined && others.length === 0 && (!first || first.name === keyset);
  if (byTime) return first?.direction ?? defaultDirection;
  if (cursor) throw new AppError('invalid-query-parameter', { message: 'Invalid query parameter: cursor' });
  return undefined;
}

/** What follows the cursor on its way, the nearest first. */
export function following(
  { way, micros, id }: Cursor,
  direction: Sorting['direction'],
  time: Expression<unknown>,
  idColumn: Expression<string>,
): { readonly where: Condition; readonly order: readonly Sorting[] } {
  const towards = (way === 'next') === (direction === 'asc') ? 'asc' : 'desc';
  const at = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return {
    where: sql<boolean>`(${time}, ${idColumn}) ${sql.raw(towards === 'asc' ? '>' : '<')} (${at}, ${id}::uuid)`,
    order: [time, idColumn].map((expression) => ({ expression, direction: towards })),
  };
}
