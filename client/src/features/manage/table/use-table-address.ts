import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { type SetURLSearchParams, useLocation, useSearchParams } from 'react-router-dom';
import type { PageSize } from '#client/ui/page-size.ts';
import type { ListSort } from '#client/ui/use-list-state.ts';
import type { ListDefinition } from './list-definition.ts';
import { readAddress, saySame, type TableAddress, writeAddress } from './table-address.ts';

/** What an address says beside the page, and what changes it. The same object until that changes. */
export interface ListAddress extends Omit<TableAddress, 'page'> {
  readonly definition: ListDefinition;
  /** While typing: the first letter makes a history entry, further ones replace it. Clearing makes one of its own. */
  readonly setSearch: (search: string) => void;
  readonly setSort: (sort: ListSort | null) => void;
  readonly setPage: (page: number) => void;
  readonly setPageSize: (pageSize: PageSize) => void;
  /** The values of some parameters; none takes the filter off. */
  readonly setFilters: (values: Readonly<Record<string, readonly string[]>>) => void;
  /** Takes off all filters and the search. */
  readonly clear: () => void;
  readonly isFiltered: boolean;
}

export interface TableAddressState extends ListAddress {
  readonly page: number;
  /** The same without the page: what is shown around the rows does not change when a page is turned. */
  readonly list: ListAddress;
}

/**
 * Which part of a list is shown: kept in the address alone, so that it can be linked to and going back leads to it.
 *
 * @param definition has to be the same object at each render
 */
export function useTableAddress(definition: ListDefinition): TableAddressState {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readAddress(query, definition), [query, definition]);

  const { page, ...said } = address;
  const latest = useRef({ pathname, setQuery });
  useLayoutEffect(() => {
    latest.current = { pathname, setQuery };
  });
  const write = useMemo(() => createWrite(definition, latest), [definition]);
  const setters = useMemo(() => settersOf(write), [write]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is all that can change.
  const list = useMemo(
    (): ListAddress => ({ ...said, ...setters, definition, isFiltered: isFiltered(said) }),
    [JSON.stringify(said), setters, definition],
  );

  const rewrite = useEffectEvent(() => {
    if (!saySame(query, writeAddress(query, definition, address))) write({ page }, 'same');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is looked at again.
  useEffect(() => rewrite(), [query, definition]);

  return { ...list, page, list };
}

const isFiltered = ({ search, filters }: Pick<TableAddress, 'search' | 'filters'>): boolean =>
  search !== '' || Object.keys(filters).length > 0;

interface Latest {
  readonly current: { readonly pathname: string; readonly setQuery: SetURLSearchParams };
}

type Write = (
  change: Partial<TableAddress> | ((now: TableAddress) => Partial<TableAddress>),
  /** `typed`: replaces the history entry if that was typed too. */
  entry: 'new' | 'same' | 'typed',
) => void;

const createWrite = (definition: ListDefinition, latest: Latest): Write => {
  /** The query that was typed last: where the address still has it, typing goes on. */
  let typed: string | null = null;
  return (change, entry) => {
    const { pathname, setQuery } = latest.current;
    // The list is still shown while the next screen loads: a pending search must not navigate back.
    if (window.location.pathname !== pathname) return;
    // What is rendered may be older: the second of two quick changes keeps the first.
    const query = new URLSearchParams(window.location.search);
    const now = readAddress(query, definition);
    const changed = typeof change === 'function' ? change(now) : change;
    const replace = entry === 'same' || (entry === 'typed' && String(query) === typed);
    // Every change but that of the page leads back to the first one.
    const next = writeAddress(query, definition, { ...now, page: 1, ...changed });
    if (entry === 'typed') typed = String(next);
    startTransition(() => setQuery(next, { replace }));
  };
};

const settersOf = (write: Write) => ({
  setSearch: (search: string) => write({ search }, search === '' ? 'new' : 'typed'),
  setSort: (sort: ListSort | null) => write({ sort }, 'new'),
  setPage: (page: number) => write({ page }, 'new'),
  setPageSize: (pageSize: PageSize) => write({ pageSize }, 'new'),
  setFilters: (values: TableAddress['filters']) =>
    write((now) => ({ filters: { ...now.filters, ...values } }), 'new'),
  clear: () => write({ search: '', filters: {} }, 'new'),
});
