/** What a spreadsheet takes for a formula, also in full width or behind blanks and quotes. */
const FORMULA = /^[\s"'\u3000]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const cellOf = (value: string | number | null): string => {
  if (value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * A table as CSV (RFC 4180). It starts with a byte order mark, by which spreadsheets recognise UTF-8. Other people choose the
 * names: one that a spreadsheet would take for a formula gets a `'` in front.
 */
export const csvText = (
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string => `\ufeff${[columns, ...rows].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
