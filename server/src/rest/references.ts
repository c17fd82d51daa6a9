import { AppError } from '#protocol/app-error.ts';
import type { Violation } from '#protocol/errors.ts';
import { type Fields, idOfIri } from '#protocol/rest/field.ts';
import { violation } from '#server/errors.ts';
import { canonicalId } from './canonical-id.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import type { ResourceReader } from './resource-reader.ts';

/** Readers by path. */
export type Readers = Readonly<Record<string, ResourceReader>>;

interface Reference {
  readonly propertyPath: string;
  readonly path: string;
  readonly id: string;
}

/** Fields that keep what they have. */
type Skip = (name: string, value: unknown) => boolean;

/**
 * What a body refers to has to exist and to be readable by the asker: else a 422 that is the same for what does not
 * exist and for what is someone else's.
 */
export async function assertReferences(
  context: RequestContext,
  readers: Readers,
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  await assertKnown(referencesIn(fields, body), (path, ids) => readers[path]?.readable(context, ids));
}

/** As `assertReferences`, and what is referred to stays until the end of the transaction: who deletes it waits, and who was first is waited for. */
export async function holdReferences(
  context: ChangeContext,
  readers: Readers,
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
  skip?: Skip,
): Promise<void> {
  await assertKnown(referencesIn(fields, body, skip), async (path, ids) => {
    await readers[path]?.hold(context, ids);
    return await readers[path]?.readable(context, ids);
  });
}

async function assertKnown(
  references: readonly Reference[],
  read: (path: string, ids: readonly string[]) => Promise<ReadonlySet<string> | undefined> | undefined,
): Promise<void> {
  const violations: Violation[] = [];
  // In one order for all, so that no two wait for each other.
  const byPath = [...Map.groupBy(references, ({ path }) => path)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, asked] of byPath) {
    const known = await read(path, [...new Set(asked.map(({ id }) => id))].sort());
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
  Object.keys(fields).flatMap((name) => (skip(name, body[name]) ? [] : referencesOf(fields, name, body[name])));

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
