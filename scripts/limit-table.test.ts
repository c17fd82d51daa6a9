import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limitTable } from '#server/limits/limit-table.ts';
import { limitTableText } from './limit-table.ts';
import { ROOT } from './paths.ts';

it('docs/operations.md shows the limits as they are', () => {
  expect(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')).toContain(limitTableText());
});

it('each limit has a row of five cells', () => {
  const rows = limitTableText().split('\n').slice(2);
  expect(rows.map((line) => line.split('`')[1])).toEqual(Object.keys(limitTable));
  for (const line of rows) expect(line.split('|')).toHaveLength(7);
});
