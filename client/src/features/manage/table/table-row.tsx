import type { ReactTable, Row } from '@tanstack/react-table';
import { EllipsisVertical } from 'lucide-react';
import { type ComponentType, memo, useMemo, useSyncExternalStore } from 'react';
import { Menu } from '#client/ui/menu.tsx';
import type { ManageColumn } from './manage-column.ts';
import type { Selection } from './selection.ts';
import type { Features } from './table-features.ts';
import { ROLE } from './table-roles.ts';

/** Of a row: the items of its menu. */
export type RowActions<Item> = ComponentType<{ readonly row: Item }>;

export interface TableRowProps<Item extends object> {
  readonly row: Row<Features, Item>;
  readonly FlexRender: ReactTable<Features, Item>['FlexRender'];
  readonly columns: ReadonlyMap<string, ManageColumn<Item>>;
  /** Says which columns there are, in which order: with another the row is another. */
  readonly layout: string;
  readonly selection: Selection | undefined;
  readonly Actions: RowActions<Item> | undefined;
  readonly chooseLabel: string;
  readonly actionsLabel: string;
}

const never = () => () => {};

const TableRowOf = <Item extends object>({
  row,
  FlexRender,
  columns,
  layout,
  selection,
  Actions,
  chooseLabel,
  actionsLabel,
}: TableRowProps<Item>) => {
  // Each row reads whether it is chosen by itself, so that a tick renders one row.
  const chosen = useSyncExternalStore(selection?.subscribe ?? never, () => selection?.has(row.id) ?? false);
  // A tick renders the box alone: a page of 100 rows is ticked at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another layout the row has other cells.
  const cells = useMemo(
    () =>
      row.getVisibleCells().map((cell) => {
        const column = columns.get(cell.column.id);
        const Cell = column?.main ? 'th' : 'td';
        return (
          <Cell
            key={cell.id}
            {...(column?.main ? ROLE.rowheader : ROLE.cell)}
            data-main={column?.main}
            data-label={column?.main ? undefined : column?.label}
            data-align={column?.align}
            data-empty={column?.empty?.(row.original) || undefined}
          >
            {column?.twoLines ? (
              <span className="lines">
                <FlexRender cell={cell} />
              </span>
            ) : (
              <FlexRender cell={cell} />
            )}
          </Cell>
        );
      }),
    [row, FlexRender, columns, layout],
  );
  const actions = useMemo(
    () =>
      Actions && (
        <td {...ROLE.cell} data-actions>
          <Menu
            transient
            trigger={
              <button type="button" className="more" aria-label={actionsLabel}>
                <EllipsisVertical size={18} aria-hidden />
              </button>
            }
          >
            <Actions row={row.original} />
          </Menu>
        </td>
      ),
    [row, Actions, actionsLabel],
  );
  return (
    <tr {...ROLE.row} data-id={row.id} data-chosen={chosen || undefined} aria-selected={selection && chosen}>
      {selection && (
        <td {...ROLE.cell} data-choose>
          <label className="choose">
            <input
              type="checkbox"
              aria-label={chooseLabel}
              checked={chosen}
              onChange={() => {}}
              onClick={({ shiftKey, currentTarget }) => {
                if (shiftKey) selection.extend(row.id, shownIds(currentTarget));
                else selection.toggle(row.id);
              }}
            />
          </label>
        </td>
      )}
      {cells}
      {actions}
    </tr>
  );
};

/** The ids of the rows around an element, in the order shown. */
export const shownIds = (within: Element): readonly string[] =>
  [...(within.closest('tbody')?.querySelectorAll<HTMLElement>('tr[data-id]') ?? [])].flatMap(
    ({ dataset }) => dataset.id ?? [],
  );

/** Renders again only with another row or layout. Make it once for a table: `useState(createTableRow<Item>)`. */
export const createTableRow = <Item extends object>() => memo(TableRowOf<Item>);
