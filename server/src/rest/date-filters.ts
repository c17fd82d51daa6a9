import { type Expression, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { invalidField } from '#server/errors.ts';
import { TIME_TEXT } from '#server/violation-text.ts';
import type { Condition } from './row-source.ts';

type Comparison = 'before' | 'strictly_before' | 'after' | 'strictly_after';

/**
 * API Platform's date filter over one column; several values all have to hold. Answers show milliseconds and the database
 * keeps microseconds: what is compared is what is shown, written so that an index over the column still finds it.
 */
export function dateFilters<Property extends string>(property: Property, column: Expression<unknown>) {
  const comparing =
    (operator: '<' | '>=', includedMs: 0 | 1) =>
    (values: readonly string[]): Condition => {
      const conditions = values.map((value) => {
        const time = new Date(queryTime(property, value).getTime() + includedMs);
        return sql<boolean>`${column} ${sql.raw(operator)} ${time}`;
      });
      return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
    };
  return {
    [`${property}[before]`]: comparing('<', 1),
    [`${property}[strictly_before]`]: comparing('<', 0),
    [`${property}[after]`]: comparing('>=', 0),
    [`${property}[strictly_after]`]: comparing('>=', 1),
  } as Record<`${Property}[${Comparison}]`, (values: readonly string[]) => Condition>;
}

/** The form has been checked, but not that there is such a day. */
function queryTime(property: string, text: string): Date {
  const time = readTime(text);
  if (!time)
    throw new AppError('invalid-query-parameter', { message: `Invalid query parameter: ${property}` });
  return time;
}

/** A moment in a body. */
export function bodyTime(propertyPath: string, text: string): Date {
  const time = readTime(text);
  if (!time) throw invalidField(propertyPath, 'invalid', TIME_TEXT);
  return time;
}

/** PostgreSQL has no year 0. */
const FIRST_TIME = Date.parse('0001-01-01T00:00Z');

/** Of a query or a body, UTC where it names no zone; undefined where there is no such day or hour. */
function readTime(text: string): Date | undefined {
  const [, day = '', clock = '00:00', zone = 'Z'] =
    /^([\d-]{10})(?:[T ]([\d:.]+)(Z|[+ -][\d:]{5})?)?$/.exec(text) ?? [];
  const time = new Date(`${day}T${clock}${zone.replace(' ', '+')}`);
  // Date takes 31 February for 3 March.
  const isDay = !Number.isNaN(time.getTime()) && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  return isDay && time.getTime() >= FIRST_TIME ? time : undefined;
}
