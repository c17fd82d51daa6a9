import { CSV_FORMULA } from '#protocol/csv-formula.ts';
import { MEDIA_CSV } from '#protocol/rest/hydra.ts';

/** Lines of a page, which a `Link` to the next one follows. */
export const CSV_PAGE_LINES = 10_000;

/** What spreadsheets know UTF-8 by: without it they garble Japanese. */
export const CSV_MARK = '\ufeff';

/** The first of what is accepted that could be sent is CSV; weights (`q`) are not looked at. */
export const prefersCsv = (accept: string | undefined): boolean =>
  (accept ?? '').split(',')[0]?.split(';')[0]?.trim().toLowerCase() === MEDIA_CSV;

/** A table of these fields, with a heading (RFC 4180). */
export function csvOf(columns: readonly string[], members: readonly object[]): string {
  const lines = [columns, ...members.map((member) => columns.map((name) => Reflect.get(member, name)))];
  return CSV_MARK + lines.map(csvLine).join('');
}

/** One line with its end. Texts are other people's: one that a spreadsheet would take for a formula is quoted. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const harmless = typeof value === 'string' && CSV_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
