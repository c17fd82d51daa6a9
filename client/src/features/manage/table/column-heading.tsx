import { chakra } from '@chakra-ui/react';
import type { Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo } from 'react';
import { useMeant } from '#client/features/manage/shell/use-meant.ts';
import type { ListSort } from '#client/ui/use-list-state.ts';
import type { ManageColumn } from './manage-column.ts';
import type { Features } from './table-features.ts';
import { ROLE } from './table-roles.ts';
import type { PrepareList } from './use-managed-list.ts';

export interface ColumnHeadingProps<Row extends object> {
  readonly header: Header<Features, Row>;
  readonly column: ManageColumn<Row>;
  readonly sort: ListSort | null;
  readonly onSort: (sort: ListSort | null) => void;
  readonly prepare?: PrepareList | undefined;
}

/** Ascending, descending, and then as the server has it. */
const nextSort = (field: string, sort: ListSort | null): ListSort | null => {
  if (sort?.field !== field) return { field, direction: 'asc' };
  return sort.direction === 'asc' ? { field, direction: 'desc' } : null;
};

/** Sorts by its column, whose width follows its edge; the columns' dialog does that without dragging. */
const ColumnHeadingOf = <Row extends object>({
  header,
  column: { label, sortBy, main, align },
  sort,
  onSort,
  prepare,
}: ColumnHeadingProps<Row>) => {
  const direction = sortBy !== undefined && sort?.field === sortBy ? sort.direction : null;
  const resize = header.getResizeHandler();
  const meant = useMeant(() => {
    if (sortBy !== undefined) prepare?.({ sort: nextSort(sortBy, sort) });
  });
  return (
    <th
      {...ROLE.columnheader}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
      data-main={main}
      data-align={align}
    >
      {sortBy === undefined ? (
        label
      ) : (
        <chakra.button
          type="button"
          display="inline-flex"
          alignItems="center"
          gap="1"
          minH="7"
          maxW="full"
          px="2"
          mx="-2"
          borderRadius="sm"
          font="inherit"
          color={direction ? 'ink' : 'inherit'}
          _hover={{ bg: 'primary.subtle', color: 'primary.onSubtle' }}
          {...meant}
          onClick={() => onSort(nextSort(sortBy, sort))}
        >
          <chakra.span truncate>{label}</chakra.span>
          {direction === 'asc' && <ArrowUp size={14} aria-hidden />}
          {direction === 'desc' && <ArrowDown size={14} aria-hidden />}
        </chakra.button>
      )}
      <chakra.span
        aria-hidden
        position="absolute"
        insetEnd="0"
        top="1.5"
        bottom="1.5"
        width="2"
        cursor="col-resize"
        touchAction="none"
        _before={{
          content: '""',
          position: 'absolute',
          insetInlineEnd: '0',
          top: '0',
          bottom: '0',
          width: '1px',
          bg: 'line',
        }}
        _hover={{ _before: { bg: 'primary', width: '2px' } }}
        onMouseDown={resize}
        onTouchStart={resize}
      />
    </th>
  );
};

/** Renders again only with another header or order. Make it once for a table, as `createTableRow`. */
export const createColumnHeading = <Row extends object>() => memo(ColumnHeadingOf<Row>);
