import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { DEFAULT_PAGE_SIZE, deepestPage, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from '#protocol/rest/hydra.ts';
import { beginningOf, foldWidth } from '#protocol/text.ts';
import { isStorable } from './body-check.ts';
import { canonicalId } from './canonical-id.ts';
import { isFoldedSchema } from './folded-fields.ts';
import { sortable } from './hydra-body.ts';
import { type Cursor, readCursor } from './keyset.ts';

/** A query as Fastify hands it over: a text, or several where a name comes again. */
export type RawQuery = Readonly<Record<string, string | readonly string[]>>;

export interface ListOptions {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly search: string | null;
  readonly order: readonly { readonly name: string; readonly direction: 'asc' | 'desc' }[];
  /** Where the page begins, in place of its number. */
  readonly cursor?: Cursor | undefined;
  /** Without rows that others may still come before. */
  readonly settled?: boolean;
  /** Filters of the resource that were asked for. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** Values of an operation's own parameters. */
export type OwnParameters = Readonly<Record<string, string>>;

/** What `page` and `itemsPerPage` can say: with a cursor the page only counts along. */
const MAX_NUMBER = 999_999_999;

const refuse = (code: ErrorCode, name: string): AppError =>
  new AppError(code, {
    message: `${code === 'unknown-query-parameter' ? 'Unknown' : 'Invalid'} query parameter: ${beginningOf(name, 100)}`,
  });

/** Reads the queries of one operation: of a list (with a resource's filters), or only parameters of its own. */
export function compileQuery(
  definition: ResourceDefinition | null,
  own: Readonly<Record<string, { readonly schema: TSchema }>> = {},
  maxPageSize: number = MAX_PAGE_SIZE,
): (query: RawQuery) => { readonly list: ListOptions; readonly own: OwnParameters } {
  const check = new Map<string, (value: string) => boolean>();
  for (const [name, { schema }] of Object.entries({ ...definition?.filters, ...own })) {
    const validator = Compile(schema);
    const isNumber = 'type' in schema && (schema.type === 'integer' || schema.type === 'number');
    check.set(name, (value) =>
      validator.Check(isNumber ? (/^\d+$/.test(value) ? Number(value) : Number.NaN) : value),
    );
  }
  return (query) => {
    const filters: Record<string, readonly string[]> = {};
    const parameters: Record<string, string> = {};
    const order: { name: string; direction: 'asc' | 'desc' }[] = [];
    let cursor: Cursor | undefined;
    let settled = false;
    let [page, pageSize, search]: [number, number, string | null] = [1, DEFAULT_PAGE_SIZE, null];
    for (const [rawName, rawValue] of Object.entries(query)) {
      const { name, isArray } = nameOf(rawName);
      const values = (typeof rawValue === 'string' ? [rawValue] : rawValue).map(canonicalId);
      const [value = ''] = values;
      if (values.some((each) => !isStorable(each))) throw refuse('invalid-query-parameter', rawName);
      // A name that comes again without brackets contradicts itself.
      if (!isArray && values.length > 1) throw refuse('invalid-query-parameter', rawName);
      const ordered = /^order\[(.+)\]$/.exec(rawName)?.[1];
      if (definition && ordered !== undefined && sortable(definition).includes(ordered)) {
        order.push({ name: ordered, direction: directionOf(value, rawName) });
      } else if (definition && Object.hasOwn(definition.filters, name)) {
        if (!values.every((each) => check.get(name)?.(each)))
          throw refuse('invalid-query-parameter', rawName);
        filters[name] = [...(filters[name] ?? []), ...values];
      } else if (!isArray && Object.hasOwn(own, name)) {
        const read = isFoldedSchema(own[name]?.schema) ? foldWidth(value) : value;
        if (!check.get(name)?.(read)) throw refuse('invalid-query-parameter', rawName);
        parameters[name] = read;
      } else if (definition && name === 'page' && !isArray) {
        page = wholeNumber(value, MAX_NUMBER, rawName);
      } else if (definition && name === 'pageSize' && !isArray) {
        pageSize = wholeNumber(value, maxPageSize, rawName);
      } else if (definition && name === 'itemsPerPage' && !isArray) {
        // API Platform's own name, and as there more than the most is the most.
        pageSize = Math.min(wholeNumber(value, MAX_NUMBER, rawName), maxPageSize);
      } else if (definition && rawName === 'cursor') {
        cursor = readCursor(value);
        if (!cursor) throw refuse('invalid-query-parameter', rawName);
      } else if (definition?.settled !== undefined && rawName === 'settled') {
        if (value !== 'true') throw refuse('invalid-query-parameter', rawName);
        settled = true;
      } else if (definition && name === 'search' && !isArray && definition.search.length > 0) {
        if (value.length > MAX_SEARCH_LENGTH) throw refuse('invalid-query-parameter', rawName);
        search = value.trim() === '' ? null : value.trim();
      } else {
        throw refuse('unknown-query-parameter', rawName);
      }
    }
    if (Object.hasOwn(query, 'pageSize') && Object.hasOwn(query, 'itemsPerPage')) {
      throw refuse('invalid-query-parameter', 'itemsPerPage');
    }
    // By its number PostgreSQL would have to pass over everything before the page.
    if (!cursor && page > deepestPage(pageSize)) throw new AppError('page-too-deep');
    return { list: { page, pageSize, search, order, filters, cursor, settled }, own: parameters };
  };
}

/** `verified`, or one of several: `verified[]` and `verified[0]`. */
function nameOf(rawName: string): { readonly name: string; readonly isArray: boolean } {
  const [index] = /\[\d{0,4}\]$/.exec(rawName) ?? [];
  return index === undefined
    ? { name: rawName, isArray: false }
    : { name: rawName.slice(0, -index.length), isArray: true };
}

function directionOf(value: string, name: string): 'asc' | 'desc' {
  const direction = value.toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') throw refuse('invalid-query-parameter', name);
  return direction;
}

function wholeNumber(text: string, maximum: number, name: string): number {
  const value = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= maximum)) throw refuse('invalid-query-parameter', name);
  return value;
}
