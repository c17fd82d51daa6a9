import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Features } from './table-features.ts';

export interface ExportedColumn {
  readonly field: string;
  /** That of the column by default. */
  readonly heading?: string;
  /** What is written in place of these values; of no value by the key ''. */
  readonly words?: Readonly<Record<string, string>>;
}

export interface ManageColumn<Row> {
  readonly id: string;
  /** Its heading; on a phone, in front of its value. */
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** The field that the list can be sorted by. */
  readonly sortBy?: string;
  /** Width at first, in px. */
  readonly width: number;
  /** Its values are moments: the page names the time zone while it is shown. */
  readonly time?: true;
  /** Its texts are often longer than its width: they take two lines, in rows as high as others. */
  readonly twoLines?: true;
  /** Names the row: always shown, heads its card on a phone. One column has it, whose cell is a link. */
  readonly main?: true;
  readonly align?: 'end';
  /** Not shown until it is asked for. */
  readonly hidden?: true;
  /** What an export has in its place; by default the field of the row with the name of the column, or that it is sorted by. */
  readonly exported?: ExportedColumn | readonly ExportedColumn[];
  /** Whether the cell is empty: a card leaves it out. */
  readonly empty?: (row: Row) => boolean;
}

/** What is known of a column without a row: how it can be shown. */
export type ColumnLook = Pick<ManageColumn<never>, 'id' | 'label' | 'width' | 'time' | 'main' | 'hidden'>;

/** A column of times, in which the widest moment of either language fits: `30 Sept 2026, 20:00`. */
export const TIME = { width: 172, time: true } as const;
/** The same of the column that names the row, whose letters are bold. */
export const MAIN_TIME = { width: 196, time: true } as const;

const MIN_WIDTH = 64;
const MAX_WIDTH = 800;

export const columnDefs = <Row extends object>(
  columns: readonly ManageColumn<Row>[],
): ColumnDef<Features, Row>[] =>
  columns.map(({ id, label, cell, sortBy, width, main }) => ({
    id,
    header: label,
    cell: ({ row }) => cell(row.original),
    size: width,
    minSize: MIN_WIDTH,
    maxSize: MAX_WIDTH,
    enableHiding: main !== true,
    enableSorting: sortBy !== undefined,
  }));
