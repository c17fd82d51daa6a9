import { chakra, type SystemStyleObject } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { ROLE } from './table-roles.ts';
import { tableRecipe } from './table-styles.ts';
import { WIDE_CELLS } from './wide-cells.ts';

const Table = chakra('table', tableRecipe);

export interface PlainColumn {
  readonly label: string;
  /** CSS length; without one the column takes what is left. */
  readonly width?: string;
  /** Least width of the window, in px, at which the table has this column. Its cells have the same number (`data-from`). */
  readonly from?: number;
}

export interface PlainTableProps extends Omit<ComponentProps<typeof Table>, 'children' | 'columns'> {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly PlainColumn[];
  /** CSS width of the last column, which has the buttons. */
  readonly actionsWidth: string;
  /**
   * CSS length of the least that it needs as a table, without the columns that only wide windows have: where there is less
   * room, it is scrolled (`ScrollArea`).
   */
  readonly leastWidth: string;
  /** Rows of cells with `ROLE`. */
  readonly children: ReactNode;
}

/** A table of a few rows that neither sorts nor pages; on a phone each row is a card. */
export const PlainTable = ({
  caption,
  columns,
  actionsWidth,
  leastWidth,
  children,
  ...props
}: PlainTableProps) => {
  const { t } = useLingui();
  return (
    <Table
      {...ROLE.table}
      css={{ '--row': '2.75rem', minW: { md: leastWidth }, ...WIDE_CELLS, ...droppedBelow(columns) }}
      {...props}
    >
      <chakra.caption srOnly>{caption}</chakra.caption>
      <colgroup>
        {columns.map(({ label, width, from }) => (
          <col key={label} style={{ width }} data-from={from} />
        ))}
        <col style={{ width: actionsWidth }} />
      </colgroup>
      <thead {...ROLE.rowgroup}>
        <tr {...ROLE.row}>
          {columns.map(({ label, from }) => (
            <th key={label} {...ROLE.columnheader} data-from={from}>
              {label}
            </th>
          ))}
          <th {...ROLE.columnheader} data-actions>
            <chakra.span srOnly>{t`Actions`}</chakra.span>
          </th>
        </tr>
      </thead>
      <tbody {...ROLE.rowgroup}>{children}</tbody>
    </Table>
  );
};

/** Cards, which have room for everything, keep what a table drops. */
const droppedBelow = (columns: readonly PlainColumn[]): Record<string, SystemStyleObject> =>
  Object.fromEntries(
    columns.flatMap(({ from }) =>
      from === undefined
        ? []
        : [
            [
              `@media (min-width: 768px) and (max-width: ${from - 0.02}px)`,
              { [`& [data-from="${from}"]`]: { display: 'none' } },
            ],
          ],
    ),
  );
