import { MEDIA_CSV } from '#protocol/rest/hydra.ts';

/** Lines at most; no one reads more of a summary, and a spreadsheet takes no more than a million. */
export const CSV_LINES_AT_MOST = 10_000;

/** The first of what is accepted that could be sent is CSV; weights (`q`) are not looked at. */
export const prefersCsv = (accept: string | undefined): boolean =>
  (accept ?? '').split(',')[0]?.split(';')[0]?.trim().toLowerCase() === MEDIA_CSV;

/**
 * A table of these fields, with a heading (RFC 4180). The mark at its beginning is what spreadsheets know UTF-8 by, without
 * which they garble Japanese. Names are other people's: one that a spreadsheet would take for a formula is quoted.
 */
export function csvOf(columns: readonly string[], members: readonly object[]): string {
  const lines = [columns, ...members.map((member) => columns.map((name) => Reflect.get(member, name)))];
  return `\ufeff${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
