import { AppError } from '#protocol/app-error.ts';
import type { Violation } from '#protocol/errors.ts';
import { type Fields, idOfIri } from '#protocol/rest/field.ts';
import { violation } from '#server/errors.ts';
import { canonicalId } from './canonical-id.ts';
import type { ChangeContext } from './context.ts';
import type { ResourceReader } from './resource-reader.ts';

/** Readers by path. */
export type Readers = Readonly<Record<string, ResourceReader>>;

interface Reference {
  readonly propertyPath: string;
  readonly path: string;
  readonly id: string;
}

/** Whether a field keeps its value and isn't checked. */
type Skip = (name: string, value: unknown) => boolean;

/**
 * What a body refers to has to exist and to be readable by the asker: else a 422 that is the same for what does not
 * exist and for what is someone else's. The items are locked until the end of the transaction: nobody can delete them meanwhile. Waits for a
 * deletion that has begun.
 */
export async function holdReferences(
  context: ChangeContext,
  readers: Readers,
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
  skip?: Skip,
): Promise<void> {
  const violations: Violation[] = [];
  const byPath = Map.groupBy(referencesIn(fields, body, skip), ({ path }) => path);
  // Every transaction locks in the same order, so that no two wait for each other.
  for (const path of [...byPath.keys()].sort()) {
    const asked = byPath.get(path) ?? [];
    const ids = [...new Set(asked.map(({ id }) => id))];
    await readers[path]?.hold(context, ids);
    const known = await readers[path]?.readable(context, ids);
    for (const { id, propertyPath } of asked) {
      if (known?.has(id)) continue;
      violations.push(violation(propertyPath, 'reference-unknown'));
    }
  }
  if (violations.length > 0) throw new AppError('validation-failed', { violations });
}

const referencesIn = (
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
  skip: Skip = () => false,
): Reference[] =>
  Object.keys(fields).flatMap((name) =>
    skip(name, body[name]) ? [] : referencesOf(fields, name, body[name]),
  );

/**
 * References to this server as they stand in an answer, below its root and in lower case. A JSON-LD client that has read an
 * answer as a graph knows them with the server's own origin, and sends them so.
 */
export function withLocalReferences(fields: Fields, body: unknown, origins: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const local = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(local);
    if (typeof value !== 'string') return value;
    const origin = origins.find((each) => value.startsWith(`${each}/`)) ?? '';
    return canonicalId(value.slice(origin.length));
  };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      isReferenceSchema(fields[name]?.schema) ? local(value) : value,
    ]),
  );
}

/** Only fields whose schema is a reference, or a list of them; their form has been checked. */
function referencesOf(fields: Fields, name: string, value: unknown): Reference[] {
  if (!isReferenceSchema(fields[name]?.schema)) return [];
  if (typeof value === 'string') return [referenceOf(value, name)];
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown, index) =>
    typeof each === 'string' ? [referenceOf(each, `${name}[${index}]`)] : [],
  );
}

const referenceOf = (address: string, propertyPath: string): Reference => ({
  propertyPath,
  path: address.split('/').at(-2) ?? '',
  id: idOfIri(address),
});

/** Itself, in a list, or nullable. */
export function isReferenceSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('x-references' in schema) return true;
  if ('items' in schema) return isReferenceSchema(schema.items);
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some(isReferenceSchema);
}
