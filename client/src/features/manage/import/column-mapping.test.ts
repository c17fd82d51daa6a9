import { expect, it } from 'vitest';
import { guessMapping, isSpoiltByExcel, mappedRows } from './column-mapping.ts';

const fields = [
  { name: 'email', meanings: ['email', 'e-mail', 'メールアドレス'] },
  { name: 'nickname', meanings: ['nickname', 'name', '名前'] },
  { name: 'lang', meanings: ['lang'] },
];
const table = (rows: readonly (readonly string[])[]) =>
  ({ encoding: 'utf-8', headings: [], rows, lines: [] }) as const;

it('columns are found by their headings in either language, each once', () => {
  expect(guessMapping(['名前', ' E-Mail ', 'Name'], fields)).toEqual({ email: 1, nickname: 0, lang: null });
});

it('rows have what is given of each field', () => {
  const mapping = { email: 1, nickname: 0, lang: null };
  expect(mappedRows(table([['Aoi ', 'a@example.com'], ['', 'b@example.com'], ['short']]), mapping)).toEqual([
    { email: 'a@example.com', nickname: 'Aoi' },
    { email: 'b@example.com' },
    { nickname: 'short' },
  ]);
});

it('serial numbers that Excel has taken for numbers are noticed', () => {
  expect(isSpoiltByExcel(table([['TEST    0000000112345678'], ['1E+05']]), 0)).toBe(true);
  expect(isSpoiltByExcel(table([['1.2E+15']]), 0)).toBe(true);
  expect(isSpoiltByExcel(table([['TEST    000000011E051234'], ['']]), 0)).toBe(false);
  expect(isSpoiltByExcel(table([['1E+05']]), null)).toBe(false);
});
