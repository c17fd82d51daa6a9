import { expect, test } from 'vitest';
import { summaryKinds } from '#protocol/summary-kinds.ts';
import { measuresOf } from './statistics-address.ts';
import { tableColumns } from './table-columns.ts';

test('a comparison stands beside its figure, before the other figures', () => {
  expect(tableColumns({ kind: 'byday', measure: 'guests', compare: true })).toEqual([
    'guests',
    'previous',
    'change',
    'calls',
    'count',
    'minutes',
  ]);
  for (const kind of summaryKinds)
    for (const measure of measuresOf(kind)) {
      const columns = tableColumns({ kind, measure, compare: true });
      expect(columns.slice(0, 3)).toEqual([measure, 'previous', 'change']);
      expect(new Set(columns).size).toBe(columns.length);
    }
});

test('figures keep their order without a comparison', () => {
  expect(tableColumns({ kind: 'byday', measure: 'guests', compare: false })).toEqual([
    'calls',
    'count',
    'guests',
    'minutes',
  ]);
  expect(tableColumns({ kind: 'byquality', measure: 'minutes', compare: false })).toEqual([
    'count',
    'minutes',
    'share',
  ]);
});
