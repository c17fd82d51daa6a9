import { expect, test } from 'vitest';
import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import { totalsOf } from './figures.ts';

const line = (key: string, count: number) => ({ key, count }) as SummaryLine;

test('the line with the most is named', () => {
  const { current, most } = totalsOf('bysetup', [line('250', 1), line('500', 3), line('750', 2)], 'count');
  expect([current, most?.line.key, most?.value]).toEqual([6, '500', 3]);
});

test('no line is named where several have the most, or none has anything', () => {
  expect(totalsOf('bysetup', [line('250', 1), line('500', 1), line('750', 0)], 'count').most).toBeUndefined();
  expect(totalsOf('bysetup', [line('250', 0), line('500', 0)], 'count').most).toBeUndefined();
  expect(totalsOf('bysetup', [], 'count').most).toBeUndefined();
});
