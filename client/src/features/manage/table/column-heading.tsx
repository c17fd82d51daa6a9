import type { Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo } from 'react';
import { useMeant } from '#client/features/manage/shell/use-meant.ts';
import type { ListSort } from '#client/ui/use-list-state.ts';
import type { ManageColumn } from './manage-column.ts';
import type { Features } from './table-features.ts';
import { ROLE } from './table-roles.ts';
import type { PrepareList } from './use-managed-list.ts';

type ColumnDirection = ListSort['direction'] | null;

export interface ColumnHeadingProps<Row extends object> {
  readonly header: Header<Features, Row>;
  readonly column: ManageColumn<Row>;
  /** In which the list is sorted by it; null: it is not. */
  readonly direction: ColumnDirection;
  readonly onSort: (sort: ListSort | null) => void;
  readonly prepare?: PrepareList | undefined;
}

/** Ascending, descending, and then as the server has it. */
const nextSort = (field: string, direction: ColumnDirection): ListSort | null => {
  if (direction === null) return { field, direction: 'asc' };
  return direction === 'asc' ? { field, direction: 'desc' } : null;
};

/** Sorts by its column, whose width follows its edge; the columns' dialog does that without dragging. */
const ColumnHeadingOf = <Row extends object>({
  header,
  column: { label, sortBy, main, align },
  direction,
  onSort,
  prepare,
}: ColumnHeadingProps<Row>) => {
  const resize = header.getResizeHandler();
  const meant = useMeant(() => {
    if (sortBy !== undefined) prepare?.({ sort: nextSort(sortBy, direction) });
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
        <button
          type="button"
          className="sort"
          data-sorted={direction ?? undefined}
          {...meant}
          onClick={() => onSort(nextSort(sortBy, direction))}
        >
          <span>{label}</span>
          {direction === 'asc' && <ArrowUp size={14} aria-hidden />}
          {direction === 'desc' && <ArrowDown size={14} aria-hidden />}
        </button>
      )}
      <span aria-hidden className="edge" onMouseDown={resize} onTouchStart={resize} />
    </th>
  );
};

/** Renders again only with another header or its own order. Make it once for a table, as `createTableRow`. */
export const createColumnHeading = <Row extends object>() => memo(ColumnHeadingOf<Row>);
