import { type Expression, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { invalidField } from '#server/errors.ts';
import type { Condition } from './row-source.ts';

type Comparison = 'before' | 'strictly_before' | 'after' | 'strictly_after';

/** API Platform's date filter over one column; several values all have to hold. */
export function dateFilters<Property extends string>(property: Property, column: Expression<unknown>) {
  const comparing =
    (operator: '<=' | '<' | '>=' | '>') =>
    (values: readonly string[]): Condition => {
      const conditions = values.map(
        (value) => sql<boolean>`${column} ${sql.raw(operator)} ${queryTime(property, value)}`,
      );
      return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
    };
  return {
    [`${property}[before]`]: comparing('<='),
    [`${property}[strictly_before]`]: comparing('<'),
    [`${property}[after]`]: comparing('>='),
    [`${property}[strictly_after]`]: comparing('>'),
  } as Record<`${Property}[${Comparison}]`, (values: readonly string[]) => Condition>;
}

/** The form has been checked, but not that there is such a day. */
function queryTime(property: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new AppError('invalid-query-parameter', { message: `Invalid query parameter: ${property}` });
  }
  return time;
}

/** A moment in a body. */
export function bodyTime(propertyPath: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw invalidField(propertyPath, 'invalid');
  return time;
}
