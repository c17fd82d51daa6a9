import { isDeepStrictEqual } from 'node:util';
import type { CustomerId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { shortened } from '#protocol/text.ts';
import { namesOfReferences } from './audit-names.ts';
import type { Db } from './db/database.ts';
import type { FieldChange } from './db/log-details.ts';

/** A field before and after a change, with the values that the API has for it. */
export interface ChangedValue {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The values are references. Text that someone has typed may look like one, and is none. */
  readonly refers?: boolean;
  /** A text that means nothing if its end is cut off. */
  readonly whole?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** Longer values are cut: the trail says what changed, and is no place to store things. */
const MAX_VALUE_LENGTH = 200;
/** Of a list, the items that are named. */
const MAX_ITEMS = 50;

/** The fields whose values differ; of a list only the items that were removed and those that were added. */
export const changesOf = (
  before: Values,
  after: Values,
  fields: readonly string[],
): readonly ChangedValue[] =>
  fields
    .filter((field) => field in after)
    .map((field) => difference(field, before[field] ?? null, after[field] ?? null))
    .filter(({ before: one, after: other }) => !isDeepStrictEqual(one, other));

/** What a new object was given. */
export const valuesGiven = (given: Values, fields: readonly string[]): readonly ChangedValue[] =>
  changesOf({}, given, fields).filter(({ after }) => !isEmpty(after));

/** What an object that is deleted had. */
export const valuesLost = (had: Values, fields: readonly string[]): readonly ChangedValue[] =>
  fields
    .map((field) => ({ field, before: had[field] ?? null, after: null }))
    .filter(({ before }) => !isEmpty(before));

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

function difference(field: string, before: unknown, after: unknown): ChangedValue {
  if (!Array.isArray(before) || !Array.isArray(after)) return { field, before, after };
  const without = (one: readonly unknown[], other: readonly unknown[]) =>
    one.filter((item) => !other.some((each) => isDeepStrictEqual(each, item)));
  return { field, before: without(before, after), after: without(after, before) };
}

/**
 * The changes as text: references as the names that the objects have now. Another customer than the one whose managers read
 * the entry is left out.
 */
export async function changesAsText(
  db: Db,
  changes: readonly ChangedValue[],
  customerId: CustomerId | null,
): Promise<readonly FieldChange[]> {
  const references = changes.filter(({ refers }) => refers);
  const names = await namesOfReferences(
    db,
    references.flatMap(({ before, after }) => [before, after]).flat(),
  );
  const own = customerId && iri('customers', customerId);
  const textOf = (value: unknown, refers: boolean): string | null => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return listText(value.map((item) => textOf(item, refers) ?? ''));
    if (typeof value !== 'string') return cut(JSON.stringify(value));
    if (!refers) return cut(withoutQuery(value));
    if (own && value !== own && value.startsWith(iri('customers', ''))) return null;
    return cut(names.get(value) ?? value);
  };
  return changes.map(({ field, before, after, refers = false, whole = false }) => ({
    field,
    before: whole && typeof before === 'string' ? before : textOf(before, refers),
    after: whole && typeof after === 'string' ? after : textOf(after, refers),
  }));
}

function listText(items: readonly string[]): string | null {
  if (items.length === 0) return null;
  const named = items.slice(0, MAX_ITEMS).join(', ');
  return items.length > MAX_ITEMS ? `${named}, … (${items.length})` : named;
}

const cut = (text: string): string => shortened(text, MAX_VALUE_LENGTH);

/** Addresses of webhooks may have a token in their query or before the host. */
function withoutQuery(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  const [search, hasUser] = [url.search, url.username !== '' || url.password !== ''];
  if (!search && !hasUser) return text;
  url.search = '';
  url.username = '';
  url.password = '';
  return `${url.href}${search && '?…'}`;
}
