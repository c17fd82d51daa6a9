import { describe, expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

describe('statistics as CSV', () => {
  it('are known as UTF-8, in lines as spreadsheets end them', () => {
    expect(
      csvText(
        ['Day', 'Calls'],
        [
          ['2026-03-02', 3],
          ['a "b", c', null],
        ],
      ),
    ).toBe('\ufeffDay,Calls\r\n2026-03-02,3\r\n"a ""b"", c",\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@a', '＝1', '　=1', ' "=1', '\t=1', '\nx'])('run no formula: %j', (name) => {
    expect(csvText(['Name'], [[name]])).toMatch(/^\ufeffName\r\n"?'/);
  });

  it('keep negative numbers as numbers', () => {
    expect(csvText(['Change'], [[-3]])).toContain('\r\n-3\r\n');
  });
});
