import { describe, expect, test } from 'vitest';
import { MAX_TASK_ROWS } from '#protocol/limits.ts';
import { readTable } from './read-table.ts';

const read = (text: string) => readTable(text, 'utf-8');
const fileOf = (rows: number) => `email\n${'a@example.com\n'.repeat(rows)}`;

describe('readTable', () => {
  test('leaves empty rows out, and says where the others stand in the file', () => {
    expect(
      read('\nemail,name\n\n a@example.com ,Ann\n , \n\r\nb@example.com,"Bob\nor Robert"\nc@example.com\n'),
    ).toEqual({
      kind: 'table',
      table: {
        encoding: 'utf-8',
        headings: ['email', 'name'],
        rows: [[' a@example.com ', 'Ann'], ['b@example.com', 'Bob\nor Robert'], ['c@example.com']],
        lines: [4, 7, 8],
      },
    });
  });

  test('takes the quotation mark away that keeps a formula from a spreadsheet', () => {
    expect(read("name\n'=1+1\n'tis\n")).toMatchObject({ table: { rows: [['=1+1'], ["'tis"]] } });
  });

  test('refuses a file that is empty, has headings alone, or with too many', () => {
    expect(read('')).toEqual({ kind: 'failed', reason: 'empty' });
    expect(read(' \n,\n')).toEqual({ kind: 'failed', reason: 'empty' });
    expect(read('email\n\n')).toEqual({ kind: 'failed', reason: 'no-rows' });
    expect(read(fileOf(MAX_TASK_ROWS))).toMatchObject({ kind: 'table' });
    expect(read(`${fileOf(MAX_TASK_ROWS)}\n\n`)).toMatchObject({ kind: 'table' });
    expect(read(fileOf(MAX_TASK_ROWS + 1))).toEqual({ kind: 'failed', reason: 'too-many-rows' });
  });
});
