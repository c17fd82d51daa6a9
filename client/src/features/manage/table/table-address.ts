import { DateTime } from 'luxon';
import type { FreeQuery, QueryValue } from '#client/api/query-string.ts';
import { PAGE_SIZES, type PageSize } from '#client/ui/page-size.ts';
import type { ListSort } from '#client/ui/use-list-state.ts';
import type { FilterDefinition, ListDefinition } from './list-definition.ts';

/** So that a page needs no scrolling at 15 rows, and has 50 with it. */
const CONSOLE_PAGE_SIZE: PageSize = 50;

const SORT = /^([\w.]+):(asc|desc)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Which part of a list is shown. */
export interface TableAddress {
  readonly search: string;
  /** Null: as the server has it. */
  readonly sort: ListSort | null;
  /** From 1. */
  readonly page: number;
  readonly pageSize: PageSize;
  /** The values of each parameter that is in force; of days the parameters are `name.after` and `name.before`. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** The parameters of the address that belong to a filter. */
export const parametersOf = (filter: FilterDefinition): readonly string[] =>
  filter.kind === 'days' ? [`${filter.name}.after`, `${filter.name}.before`] : [filter.name];

const isDay = (value: string): boolean => DAY.test(value) && DateTime.fromISO(value).isValid;

const accepts = (filter: FilterDefinition, value: string): boolean => {
  switch (filter.kind) {
    case 'choice':
    case 'choices':
      return filter.options.some((option) => option.value === value);
    case 'days':
      return isDay(value);
    case 'reference':
      return UUID.test(value);
  }
};

function readFilters(query: URLSearchParams, definition: ListDefinition): TableAddress['filters'] {
  const filters: Record<string, readonly string[]> = {};
  for (const filter of definition.filters) {
    for (const name of parametersOf(filter)) {
      const values = [...new Set(query.getAll(name))].filter((value) => accepts(filter, value));
      const taken = filter.kind === 'choices' ? values : values.slice(0, 1);
      if (taken.length > 0) filters[name] = taken;
    }
  }
  return filters;
}

/** What an address says of a list; what it says wrongly counts as not said. */
export function readAddress(query: URLSearchParams, definition: ListDefinition): TableAddress {
  const [, field = '', direction] = SORT.exec(query.get('sort') ?? '') ?? [];
  const page = query.get('page') ?? '';
  return {
    search: query.get('search')?.trim() ?? '',
    sort:
      definition.sorts.includes(field) && (direction === 'asc' || direction === 'desc')
        ? { field, direction }
        : null,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    pageSize: PAGE_SIZES.find((size) => String(size) === query.get('pageSize')) ?? CONSOLE_PAGE_SIZE,
    filters: readFilters(query, definition),
  };
}

/** The query of an address that says this of a list; what is not of the list stays as it is. */
export function writeAddress(
  query: URLSearchParams,
  definition: ListDefinition,
  { search, sort, page, pageSize, filters }: TableAddress,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, values: readonly string[]) => {
    next.delete(name);
    for (const value of values) next.append(name, value);
  };
  set('search', search === '' ? [] : [search]);
  set('sort', sort === null ? [] : [`${sort.field}:${sort.direction}`]);
  set('page', page === 1 ? [] : [String(page)]);
  set('pageSize', pageSize === CONSOLE_PAGE_SIZE ? [] : [String(pageSize)]);
  for (const name of definition.filters.flatMap(parametersOf)) set(name, filters[name] ?? []);
  return next;
}

/** Whether two queries are equal. The order of their parameters does not count. */
export const saySame = (one: URLSearchParams, other: URLSearchParams): boolean => {
  const sorted = (query: URLSearchParams) => [...query].map((pair) => pair.join('=')).sort();
  return sorted(one).join('&') === sorted(other).join('&');
};

/** Whether it is filtered by days, which are of a time zone. */
export const hasDays = ({
  definition,
  filters,
}: Pick<TableAddress, 'filters'> & { readonly definition: ListDefinition }): boolean =>
  definition.filters.some(
    (filter) => filter.kind === 'days' && parametersOf(filter).some((name) => filters[name] !== undefined),
  );

const midnight = (day: string, zone: string, daysLater = 0): string =>
  DateTime.fromISO(day, { zone }).plus({ days: daysLater }).toUTC().toISO() ?? day;

/**
 * What the API is asked for.
 *
 * @param zone IANA name of the time zone that the days are of
 */
export function apiQueryOf(address: TableAddress, definition: ListDefinition, zone: string): FreeQuery {
  const { search, sort, page, pageSize } = address;
  const filters: Record<string, QueryValue> = {};
  for (const filter of definition.filters) {
    if (filter.kind === 'days') {
      const [after] = address.filters[`${filter.name}.after`] ?? [];
      const [before] = address.filters[`${filter.name}.before`] ?? [];
      if (after) filters[`${filter.name}[after]`] = midnight(after, zone);
      if (before) filters[`${filter.name}[strictly_before]`] = midnight(before, zone, 1);
    } else {
      const values = address.filters[filter.name] ?? [];
      if (values.length > 0) filters[filter.name] = filter.kind === 'choices' ? values : values[0];
    }
  }
  return {
    page,
    pageSize,
    ...(search !== '' && { search }),
    ...(sort && { order: { [sort.field]: sort.direction } }),
    ...filters,
  };
}
