import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { Select } from '#client/ui/select.tsx';
import type { ManageColumn } from './manage-column.ts';
import type { ListAddress } from './use-table-address.ts';

export interface SortSelectProps {
  readonly columns: readonly Pick<ManageColumn<never>, 'label' | 'sortBy'>[];
  readonly address: ListAddress;
}

/** In the place of the headings, on a phone. */
export const SortSelect = memo(({ columns, address }: SortSelectProps) => {
  const { t } = useLingui();
  const sortable = columns.flatMap(({ label, sortBy }) => (sortBy === undefined ? [] : { label, sortBy }));
  if (sortable.length === 0) return null;
  const { sort } = address;
  return (
    // Beside the other tools, however long its words are.
    <chakra.span display={{ base: 'inline-flex', md: 'none' }} flex="1 1 0" minW="28">
      <Select
        aria-label={t`Order`}
        minH="10"
        py="0"
        fontSize="0.875rem"
        options={[
          { value: '', label: t`Usual order` },
          ...sortable.flatMap(({ label, sortBy }) => [
            { value: `${sortBy}:asc`, label: t`${label}, ascending` },
            { value: `${sortBy}:desc`, label: t`${label}, descending` },
          ]),
        ]}
        value={sort === null ? '' : `${sort.field}:${sort.direction}`}
        onChange={({ target }) => {
          const [field = '', direction] = target.value.split(':');
          address.setSort(field === '' ? null : { field, direction: direction === 'desc' ? 'desc' : 'asc' });
        }}
      />
    </chakra.span>
  );
});
