import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SearchField } from './search-field.tsx';
import { Select } from './select.tsx';
import type { ListSort, ListState } from './use-list-state.ts';

export interface ListToolsProps {
  readonly list: ListState;
  readonly searchLabel: string;
  /** For a list without headings that sort; the first is how it comes, which may be the server's own order. */
  readonly sorts?: readonly (Partial<ListSort> & { readonly label: string })[];
  /** Filters. */
  readonly children?: ReactNode;
}

/** Above a list: search, order, filters. */
export const ListTools = ({ list, searchLabel, sorts = [], children }: ListToolsProps) => {
  const { t } = useLingui();
  const { sort } = list;
  const chosen = sorts.findIndex(
    ({ field, direction }) => field === sort?.field && direction === sort?.direction,
  );
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="3" mb="4" alignItems="center">
      <SearchField label={searchLabel} value={list.search} onSearch={list.setSearch} />
      {sorts.length > 0 && (
        <Select
          aria-label={t`Order`}
          width={{ base: 'full', sm: 'auto' }}
          minH="11"
          fontSize="0.9375rem"
          options={sorts.map(({ label }, index) => ({ value: String(index), label }))}
          value={String(Math.max(0, chosen))}
          onChange={(event) => {
            const next = sorts[Number(event.target.value)];
            list.setSort(
              next?.field && next.direction ? { field: next.field, direction: next.direction } : null,
            );
          }}
        />
      )}
      {children}
    </chakra.div>
  );
};
