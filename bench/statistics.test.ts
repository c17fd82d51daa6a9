import { expect, it } from 'vitest';
import { likelierGreater, quantileOf, spreadOf } from './statistics.ts';

it('the spread is middle, least and greatest', () => {
  expect(spreadOf([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
  expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 });
});

it('a quantile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([quantileOf(values, 0.95), quantileOf(values, 1), quantileOf(values, 0)]).toEqual([95, 100, 1]);
});

it('how likely the first are greater counts pairs, with ties as halves', () => {
  expect(likelierGreater([3, 4], [1, 2])).toBe(1);
  expect(likelierGreater([1, 2], [3, 4])).toBe(0);
  expect(likelierGreater([1, 2, 3], [1, 2, 3])).toBe(0.5);
  expect(likelierGreater([1, 3], [2])).toBe(0.5);
  expect(likelierGreater([2, 3], [2])).toBe(0.75);
});
