import Papa from 'papaparse';
import { CSV_FORMULA } from '#protocol/csv-formula.ts';
import { MAX_TASK_ROWS } from '#protocol/limits.ts';
import type { FileEncoding } from './encoding.ts';
import type { ReadFile } from './file-table.ts';

/** Without the `'` that an export has put before what a spreadsheet takes for a formula. */
const plainCell = (cell: string): string =>
  cell.startsWith("'") && CSV_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** The table of a CSV file, without its empty rows. The rest of a file that has too many rows is not read. */
export function readTable(text: string, encoding: FileEncoding): ReadFile {
  const filled: string[][] = [];
  const lines: number[] = [];
  let line = 0;
  Papa.parse<string[]>(text, {
    step({ data }, parser) {
      line += 1;
      if (data.every((cell) => cell.trim() === '')) return;
      filled.push(data.map(plainCell));
      lines.push(line);
      // With the headings.
      if (filled.length > MAX_TASK_ROWS + 1) parser.abort();
    },
  });
  const [headings, ...rows] = filled;
  if (!headings) return { kind: 'failed', reason: 'empty' };
  if (rows.length === 0) return { kind: 'failed', reason: 'no-rows' };
  if (rows.length > MAX_TASK_ROWS) return { kind: 'failed', reason: 'too-many-rows' };
  return { kind: 'table', table: { encoding, headings, rows, lines: lines.slice(1) } };
}
