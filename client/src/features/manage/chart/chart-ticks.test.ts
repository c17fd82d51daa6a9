import { expect, test } from 'vitest';
import { ticksBetween } from './chart-ticks.ts';

const ticks = Array.from({ length: 30 }, (_, day) => String(day));

test('the last point is named where it is now', () => {
  expect(ticksBetween({ ticks, endsNow: true }, -0.2, 29.2, 7)).toEqual([1, 8, 15, 22, 29]);
});

test('the first point is named otherwise', () => {
  expect(ticksBetween({ ticks, endsNow: false }, -0.5, 29.5, 7)).toEqual([0, 7, 14, 21, 28]);
});

test('no point is named that is not there', () => {
  expect(ticksBetween({ ticks: ['today'], endsNow: true }, -0.2, 1, 1)).toEqual([0]);
  expect(ticksBetween({ ticks: [], endsNow: true }, -0.2, 1, 1)).toEqual([]);
});
