import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { functionalUpdate, useTable } from '@tanstack/react-table';
import { type PointerEvent, useMemo, useState } from 'react';
import { ChooseAll } from './choose-all.tsx';
import { createColumnHeading } from './column-heading.tsx';
import { columnDefs, type ManageColumn } from './manage-column.ts';
import type { Selection } from './selection.ts';
import { features } from './table-features.ts';
import { moveInTable } from './table-keys.ts';
import { ROLE } from './table-roles.ts';
import { createTableRow, type RowActions } from './table-row.tsx';
import { tableRecipe } from './table-styles.ts';
import type { PrepareList } from './use-managed-list.ts';
import { useRowsByAndBy } from './use-rows-by-and-by.ts';
import type { ListAddress } from './use-table-address.ts';
import { orderOf, type TableLook, visibilityOf } from './use-table-memory.ts';

const Table = chakra('table', tableRecipe);

/** What is cut off in a cell can be read when the pointer rests on it. */
const sayWhole = ({ target }: PointerEvent) => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (cell) cell.title = [cell, ...cell.querySelectorAll('a, .lines')].some(isCutOff) ? cell.textContent : '';
};

const isCutOff = ({ className, scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth > clientWidth || (className === 'lines' && scrollHeight > clientHeight);

const ROW_HEIGHT = { compact: '2.25rem', comfortable: '3rem' } as const;
const CHOOSE_WIDTH = 44;
const ACTIONS_WIDTH = 48;

export interface ManageTableProps<Row extends object> {
  /** Says what the table holds. */
  readonly caption: string;
  /** The same array as long as the language is. */
  readonly columns: readonly ManageColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** For what is said of a row: 'More options for Aoi'. */
  readonly rowName: (row: Row) => string;
  readonly address: Pick<ListAddress, 'sort' | 'setSort'>;
  readonly look: TableLook;
  readonly onLook: (look: TableLook) => void;
  /** Called when a heading is probably pressed next. */
  readonly prepare?: PrepareList | undefined;
  /** Rows can be chosen. */
  readonly selection?: Selection | undefined;
  /** Items of the menu at the end of a row. */
  readonly Actions?: RowActions<Row> | undefined;
}

/** A table of the console, its headings in sight; on a phone each row is a card. */
export const ManageTable = <Row extends object>({
  caption,
  columns,
  rows,
  rowId,
  rowName,
  address,
  look,
  onLook,
  prepare,
  selection,
  Actions,
}: ManageTableProps<Row>) => {
  const { t } = useLingui();
  const [TableRow] = useState(createTableRow<Row>);
  const [ColumnHeading] = useState(createColumnHeading<Row>);
  const { first, rest } = useRowsByAndBy(rows, rowId);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const data = useMemo(() => [...first], [first]);
  const state = useMemo(
    () => ({
      columnVisibility: { ...visibilityOf(columns, look) },
      columnOrder: [...orderOf(columns, look)],
      columnSizing: { ...look.widths },
    }),
    [columns, look],
  );
  const table = useTable({
    features,
    columns: defs,
    data,
    getRowId: rowId,
    manualPagination: true,
    manualSorting: true,
    columnResizeMode: 'onChange',
    state,
    onColumnSizingChange: (updater) =>
      onLook({ ...look, widths: functionalUpdate(updater, state.columnSizing) }),
  });
  const [headers] = table.getHeaderGroups();
  const shown = headers?.headers ?? [];
  const width = table.getTotalSize() + (selection ? CHOOSE_WIDTH : 0) + (Actions ? ACTIONS_WIDTH : 0);
  const layout = shown.map(({ id }) => id).join(' ');
  return (
    <>
      <Table {...ROLE.table} css={{ '--row': ROW_HEIGHT[look.density], minW: { md: `${width}px` } }}>
        <chakra.caption srOnly>{caption}</chakra.caption>
        <colgroup>
          {selection && <col style={{ width: CHOOSE_WIDTH }} />}
          {shown.map((header) => (
            <col key={header.id} style={{ width: header.getSize() }} />
          ))}
          {Actions && <col style={{ width: ACTIONS_WIDTH }} />}
        </colgroup>
        <thead {...ROLE.rowgroup}>
          <tr {...ROLE.row}>
            {selection && (
              <th {...ROLE.columnheader} data-choose>
                <ChooseAll selection={selection} ids={rows.map(rowId)} />
              </th>
            )}
            {shown.map((header) => {
              const column = byId.get(header.column.id);
              return (
                column && (
                  <ColumnHeading
                    key={header.id}
                    header={header}
                    column={column}
                    direction={
                      column.sortBy !== undefined && address.sort?.field === column.sortBy
                        ? address.sort.direction
                        : null
                    }
                    onSort={address.setSort}
                    prepare={prepare}
                  />
                )
              );
            })}
            {Actions && (
              <th {...ROLE.columnheader} data-actions>
                <chakra.span srOnly>{t`Actions`}</chakra.span>
              </th>
            )}
          </tr>
        </thead>
        <tbody
          {...ROLE.rowgroup}
          onKeyDown={(event) => moveInTable(event, selection)}
          onPointerOver={sayWhole}
        >
          {table.getRowModel().rows.map((row) => {
            const name = rowName(row.original);
            return (
              <TableRow
                key={row.id}
                row={row}
                FlexRender={table.FlexRender}
                columns={byId}
                layout={layout}
                selection={selection}
                Actions={Actions}
                chooseLabel={t`Select ${name}`}
                actionsLabel={t`More options for ${name}`}
              />
            );
          })}
        </tbody>
      </Table>
      {rest > 0 && <chakra.div aria-hidden css={{ height: `calc(${rest} * ${ROW_HEIGHT[look.density]})` }} />}
    </>
  );
};
