/** What a spreadsheet takes for a formula, also in full width or behind blanks and quotes. */
const FORMULA = /^[\s"'\u3000]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const cellOf = (value: string | number | null): string => {
  if (value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * A table as spreadsheets open it (RFC 4180). The mark at its beginning is what they know UTF-8 by. Names are other people's:
 * one that would be taken for a formula is quoted.
 */
export const csvText = (
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string => `\ufeff${[columns, ...rows].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
