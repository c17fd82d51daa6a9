import { expect, it } from 'vitest';
import { createCongestion } from './congestion.ts';

it('takes a line for full while packets take much longer than they can', () => {
  const isFull = createCongestion();
  expect([40, 60, 120, 400, 200, null, 60].map(isFull)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
});

it('takes a line that is slower for good for full only for a minute', () => {
  const isFull = createCongestion();
  isFull(40);
  const slower = Array.from({ length: 40 }, () => isFull(300));
  expect(slower.filter(Boolean).length).toBe(29);
  expect(slower.at(-1)).toBe(false);
});
