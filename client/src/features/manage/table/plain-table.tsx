import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { ROLE } from './table-roles.ts';
import { tableRecipe } from './table-styles.ts';
import { WIDE_CELLS } from './wide-cells.ts';

const Table = chakra('table', tableRecipe);

export interface PlainTableProps extends Omit<ComponentProps<typeof Table>, 'children' | 'columns'> {
  /** For screen readers. */
  readonly caption: string;
  /** Widths are CSS lengths; without one it takes what is left. */
  readonly columns: readonly { readonly label: string; readonly width?: string }[];
  /** CSS width of the last column, which has the buttons. */
  readonly actionsWidth: string;
  /** CSS length of the least that it needs as a table: where there is less room, it is scrolled (`ScrollArea`). */
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
    <Table {...ROLE.table} css={{ '--row': '2.75rem', minW: { md: leastWidth }, ...WIDE_CELLS }} {...props}>
      <chakra.caption srOnly>{caption}</chakra.caption>
      <colgroup>
        {columns.map(({ label, width }) => (
          <col key={label} style={{ width }} />
        ))}
        <col style={{ width: actionsWidth }} />
      </colgroup>
      <thead {...ROLE.rowgroup}>
        <tr {...ROLE.row}>
          {columns.map(({ label }) => (
            <th key={label} {...ROLE.columnheader}>
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
