import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListSort } from './use-list-state.ts';

export interface Column<Item> {
  /** Its heading; on a phone, in front of its value. */
  readonly label: string;
  readonly cell: (item: Item) => ReactNode;
  /** The field that the list can be sorted by. */
  readonly sortBy?: string;
  /** The name of the row: stands out, and has no heading on a phone. */
  readonly main?: boolean;
  readonly align?: 'end';
  /** Whether the cell is empty: a card leaves it out. */
  readonly empty?: (item: Item) => boolean;
}

export interface DataTableProps<Item> {
  /** Says what the table holds. */
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly sort: ListSort | null;
  readonly onSort: (sort: ListSort) => void;
  /** Buttons at the end of a row. */
  readonly actions?: (item: Item) => ReactNode;
  readonly actionsLabel?: string;
}

/** Below it each row is a card. */
const WIDE = 'lg';

const Cell = chakra('td', {
  base: {
    display: { base: 'inline-flex', [WIDE]: 'table-cell' },
    maxW: { base: 'full', [WIDE]: 'none' },
    gap: '1.5',
    px: { base: '4', [WIDE]: '3' },
    py: { base: '0.5', [WIDE]: '3' },
    textStyle: 'small',
    verticalAlign: 'middle',
    // A long address takes two lines rather than the room of the buttons at the end; Chakra's reset lets words be as wide as they are.
    '&, & *': { overflowWrap: { base: 'anywhere', [WIDE]: 'break-word' } },
    // Beside the name, which takes what is left, Japanese would be as narrow as a letter.
    wordBreak: { [WIDE]: 'keep-all' },
    '&:first-of-type': { ps: { base: '4', [WIDE]: '5' } },
    '&:last-of-type': { pe: { base: '4', [WIDE]: '5' } },
  },
  variants: {
    main: {
      true: {
        // The name has the room that the others leave; on a phone the line is its own, but for the buttons at its end.
        display: { base: 'flex', [WIDE]: 'table-cell' },
        flex: { base: '1 0 100%', sm: '1 1 14em' },
        minW: { [WIDE]: '11em' },
        width: { [WIDE]: '100%' },
        fontWeight: 'semibold',
        '&, & *': { overflowWrap: 'anywhere' },
        wordBreak: 'normal',
        fontSize: { base: '1rem', [WIDE]: '0.875rem' },
      },
    },
  },
});

/** A table that can be sorted; on a phone each row is a card, with the headings beside the values. */
export const DataTable = <Item,>({
  caption,
  columns,
  items,
  keyOf,
  sort,
  onSort,
  actions,
  actionsLabel,
}: DataTableProps<Item>) => (
  // The rule for all tables: columns share the width of the card, and what still does not fit scrolls within it.
  <chakra.div overflowX={{ [WIDE]: 'auto' }} borderRadius="inherit">
    {/* Explicit roles: a table that is not laid out as one loses them in some browsers. */}
    <chakra.table
      role="table"
      width="full"
      borderCollapse="collapse"
      display={{ base: 'block', [WIDE]: 'table' }}
    >
      <chakra.caption srOnly>{caption}</chakra.caption>
      <chakra.thead role="rowgroup" display={{ base: 'block', [WIDE]: 'table-header-group' }}>
        <chakra.tr
          role="row"
          display={{ base: 'flex', [WIDE]: 'table-row' }}
          flexWrap="wrap"
          gap="2"
          px={{ base: '2', [WIDE]: '0' }}
          borderBottom="1px solid"
          borderColor="line"
        >
          {columns.map((column) => (
            <chakra.th
              key={column.label}
              role="columnheader"
              scope="col"
              aria-sort={ariaSort(column, sort)}
              // A phone has no headings but those that sort.
              display={{ base: column.sortBy ? 'block' : 'none', [WIDE]: 'table-cell' }}
              textAlign={column.align ?? 'start'}
              textStyle="caption"
              fontWeight="semibold"
              color="ink.muted"
              px={{ base: '0', [WIDE]: '3' }}
              py={{ base: '1', [WIDE]: '2' }}
              whiteSpace="nowrap"
              _first={{ ps: { base: '0', [WIDE]: '5' } }}
            >
              {column.sortBy ? (
                <SortButton column={column} sortBy={column.sortBy} sort={sort} onSort={onSort} />
              ) : (
                column.label
              )}
            </chakra.th>
          ))}
          {actions && (
            <chakra.th role="columnheader" scope="col" display={{ base: 'none', [WIDE]: 'table-cell' }}>
              <chakra.span srOnly>{actionsLabel}</chakra.span>
            </chakra.th>
          )}
        </chakra.tr>
      </chakra.thead>
      <chakra.tbody role="rowgroup" display={{ base: 'block', [WIDE]: 'table-row-group' }}>
        {items.map((item) => (
          <chakra.tr
            key={keyOf(item)}
            role="row"
            display={{ base: 'flex', [WIDE]: 'table-row' }}
            flexWrap="wrap"
            alignItems="center"
            // Name and buttons have the first line of a card to themselves.
            _after={{
              content: '""',
              order: '2',
              flexBasis: '100%',
              display: { base: 'none', sm: 'block', [WIDE]: 'none' },
            }}
            py={{ base: '2.5', [WIDE]: '0' }}
            borderTop="1px solid"
            borderColor="line"
            _first={{ borderTop: '0' }}
            _hover={{ bg: 'contents.hover' }}
          >
            {columns.map((column) => (
              <Cell
                key={column.label}
                role="cell"
                main={Boolean(column.main)}
                {...(column.empty?.(item) && { display: { base: 'none', [WIDE]: 'table-cell' } })}
                order={{ sm: column.main ? '0' : '3' }}
                textAlign={{ base: 'start', [WIDE]: column.align ?? 'start' }}
                {...(column.align === 'end' && { whiteSpace: { [WIDE]: 'nowrap' } })}
              >
                {!column.main && (
                  <chakra.span
                    display={{ base: 'inline', [WIDE]: 'none' }}
                    color="ink.subtle"
                    flexShrink="0"
                    aria-hidden
                  >
                    {column.label}
                  </chakra.span>
                )}
                <chakra.span minW="0" maxW={{ [WIDE]: column.main ? 'none' : '13em' }} display="block">
                  {column.cell(item)}
                </chakra.span>
              </Cell>
            ))}
            {actions && (
              <Cell
                role="cell"
                display={{ base: 'flex', [WIDE]: 'table-cell' }}
                flex={{ base: '1 0 100%', sm: 'none' }}
                // Beside the name where there is space, else below everything.
                order={{ sm: '1' }}
                justifyContent="flex-end"
                textAlign="end"
                whiteSpace="nowrap"
              >
                <chakra.span
                  display="inline-flex"
                  flexWrap={{ base: 'wrap', [WIDE]: 'nowrap' }}
                  justifyContent="flex-end"
                  gap="1"
                  alignItems="center"
                >
                  {actions(item)}
                </chakra.span>
              </Cell>
            )}
          </chakra.tr>
        ))}
      </chakra.tbody>
    </chakra.table>
  </chakra.div>
);

const ariaSort = <Item,>({ sortBy }: Column<Item>, sort: ListSort | null) => {
  if (sortBy === undefined || sort?.field !== sortBy) return undefined;
  return sort.direction === 'asc' ? 'ascending' : 'descending';
};

interface SortButtonProps<Item> {
  readonly column: Column<Item>;
  readonly sortBy: string;
  readonly sort: ListSort | null;
  readonly onSort: (sort: ListSort) => void;
}

const SortButton = <Item,>({ column, sortBy, sort, onSort }: SortButtonProps<Item>) => {
  const direction = sort?.field === sortBy ? sort.direction : null;
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowUpDown;
  return (
    <chakra.button
      type="button"
      display="inline-flex"
      alignItems="center"
      gap="1"
      minH="8"
      px="2"
      mx={{ base: '0', [WIDE]: '-2' }}
      borderRadius="sm"
      font="inherit"
      color={direction ? 'ink' : 'inherit'}
      _hover={{ bg: 'primary.subtle', color: 'primary.onSubtle' }}
      onClick={() => onSort({ field: sortBy, direction: direction === 'asc' ? 'desc' : 'asc' })}
    >
      {column.label}
      <Icon size={14} aria-hidden />
    </chakra.button>
  );
};
