import { useLocation, useSearchParams } from 'react-router-dom';
import { PAGE_SIZES, type PageSize } from './page-size.ts';

export interface ListSort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export interface ListState {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  /** Null: as the server has it. */
  readonly sort: ListSort | null;
  readonly setPage: (page: number) => void;
  readonly setPageSize: (pageSize: number) => void;
  readonly setSearch: (search: string) => void;
  readonly setSort: (sort: ListSort | null) => void;
  /** A filter of the list, by its name. */
  readonly filter: (name: string) => string;
  readonly setFilter: (name: string, value: string) => void;
}

const SORT = /^([\w.]+):(asc|desc)$/;

/**
 * What part of a list is shown, kept in the address: it can be linked to, and going back leads to it.
 *
 * @param defaultPageSize where the address says nothing
 */
export const useListState = (defaultPageSize: PageSize): ListState => {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const pageSize = PAGE_SIZES.find((size) => String(size) === query.get('pageSize')) ?? defaultPageSize;
  const [, field, direction] = SORT.exec(query.get('sort') ?? '') ?? [];

  /** Every other change of the list leads back to its first page. */
  const set = (name: string, value: string, options: { readonly keepsPage?: boolean } = {}) => {
    // The list is still shown while the next screen loads: a pending search must not navigate back.
    if (window.location.pathname !== pathname) return;
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (!options.keepsPage) next.delete('page');
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  };
  return {
    page: Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1),
    pageSize,
    search: query.get('search') ?? '',
    sort: field && (direction === 'asc' || direction === 'desc') ? { field, direction } : null,
    setPage: (page) => set('page', page === 1 ? '' : String(page), { keepsPage: true }),
    setPageSize: (size) => set('pageSize', size === defaultPageSize ? '' : String(size)),
    setSearch: (search) => set('search', search),
    setSort: (by) => set('sort', by === null ? '' : `${by.field}:${by.direction}`),
    filter: (name) => query.get(name) ?? '',
    setFilter: (name, value) => set(name, value),
  };
};
