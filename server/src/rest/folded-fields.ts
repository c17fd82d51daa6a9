import { Value } from 'typebox/value';
import { DateTime, type Fields } from '#protocol/rest/field.ts';
import { foldWidth } from '#protocol/text.ts';

/**
 * A body with its codes and mail addresses in one width, as Japanese keyboards may give them in another, and its times as answers have
 * them (UTC, milliseconds): the same in another form is no change. All else stays as it was typed.
 */
export function withFoldedFields(fields: Fields, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      isFoldedSchema(fields[name]?.schema)
        ? folded(value)
        : isTimeSchema(fields[name]?.schema)
          ? inUtc(value)
          : value,
    ]),
  );
}

function folded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(folded);
  return typeof value === 'string' ? foldWidth(value) : value;
}

/** What is no time is a violation, later. */
const inUtc = (value: unknown): unknown =>
  Value.Check(DateTime, value) && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value;

/** Itself, or nullable. */
function isTimeSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('format' in schema) return schema.format === 'date-time';
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some(isTimeSchema);
}

/** Itself, in a list, or nullable. */
export function isFoldedSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('x-folded' in schema) return true;
  if ('items' in schema) return isFoldedSchema(schema.items);
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some(isFoldedSchema);
}
