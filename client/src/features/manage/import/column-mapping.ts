import { searchKey } from '#protocol/text.ts';
import type { FileTable } from './file-table.ts';

/** Which column of the file a field is read from; null: from none. */
export type ColumnMapping = Readonly<Record<string, number | null>>;

interface Field {
  readonly name: string;
  /** As `searchKey` gives them. */
  readonly meanings: readonly string[];
}

/** Each field from the first column whose heading means it; no column is read twice. */
export function guessMapping(headings: readonly string[], fields: readonly Field[]): ColumnMapping {
  const taken = new Set<number>();
  return Object.fromEntries(
    fields.map(({ name, meanings }) => {
      const found = headings.findIndex(
        (heading, at) => !taken.has(at) && meanings.includes(searchKey(heading).trim()),
      );
      if (found >= 0) taken.add(found);
      return [name, found >= 0 ? found : null];
    }),
  );
}

/** The rows as the API takes them. */
export const mappedRows = ({ rows }: FileTable, mapping: ColumnMapping): Readonly<Record<string, string>>[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(mapping).flatMap(([name, column]) => {
        const cell = column === null ? '' : (row[column]?.trim() ?? '');
        return cell === '' ? [] : [[name, cell]];
      }),
    ),
  );

/** What Excel has made of a hexadecimal serial number with one E among its digits. */
const SPOILT = /^\d([.,]\d+)?E\+?\d+$/i;

/** Whether Excel has taken serial numbers of this column for numbers. */
export const isSpoiltByExcel = ({ rows }: FileTable, column: number | null): boolean =>
  column !== null && rows.some((row) => SPOILT.test(row[column]?.trim() ?? ''));
