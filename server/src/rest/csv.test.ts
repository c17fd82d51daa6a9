import { expect, it } from 'vitest';
import { csvLine, csvOf } from './csv.ts';

it('a table is written as spreadsheets read it', () => {
  expect(csvOf(['name', 'count'], [{ name: '木村, "Kim"', count: 3 }, { name: null }])).toBe(
    '\ufeffname,count\r\n"木村, ""Kim""",3\r\n,\r\n',
  );
});

it.each([
  '=1+1',
  '+81 90',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠a',
  '  =1',
  '\u3000=1',
  '"=1',
  "'=1",
  ' "＝1',
  '\u200b=1',
  '\u00ad=1',
  '\u202e=1',
  '\u0085=1',
  '﹢1',
  '−1',
])('what a spreadsheet would take for a formula is text: %j', (text) => {
  expect(csvLine([text]).replace(/^"/, '').startsWith("'")).toBe(true);
});

it.each(['a=b', 'me@example.com', '1-2', '2026-11-25', "O'Neill", ''])(
  'other texts stay as they are: %j',
  (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
  },
);

it('numbers are no formulas', () => {
  expect(csvLine([-1.5, true])).toBe('-1.5,true\r\n');
});
