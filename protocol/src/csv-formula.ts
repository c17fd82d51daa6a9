/**
 * What a spreadsheet takes for a formula: it looks behind blanks, invisible characters and quotation marks, and takes full-width
 * and small signs for the others. An export writes `'` before such a text, and an import takes it off again.
 */
export const CSV_FORMULA = /^[\s\p{Cc}\p{Cf}"'“”‘’]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;
