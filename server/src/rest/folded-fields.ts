import type { Fields } from '#protocol/rest/field.ts';
import { foldWidth } from '#protocol/text.ts';

/** A body with its codes and mail addresses in one width, as Japanese keyboards may give them in another; all else as it was typed. */
export function withFoldedFields(fields: Fields, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      isFoldedSchema(fields[name]?.schema) ? folded(value) : value,
    ]),
  );
}

function folded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(folded);
  return typeof value === 'string' ? foldWidth(value) : value;
}

/** Itself, in a list, or nullable. */
export function isFoldedSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('x-folded' in schema) return true;
  if ('items' in schema) return isFoldedSchema(schema.items);
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some(isFoldedSchema);
}
