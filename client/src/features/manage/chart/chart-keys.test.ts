import { expect, it } from 'vitest';
import { movedPoint } from './chart-keys.ts';

it('keys go through the points of a chart, and stop at its ends', () => {
  expect(movedPoint('ArrowRight', null, 6)).toBe(0);
  expect(movedPoint('ArrowRight', 2, 6)).toBe(3);
  expect(movedPoint('ArrowRight', 6, 6)).toBe(6);
  expect(movedPoint('ArrowLeft', null, 6)).toBe(6);
  expect(movedPoint('ArrowLeft', 0, 6)).toBe(0);
  expect(movedPoint('Home', 4, 6)).toBe(0);
  expect(movedPoint('End', 4, 6)).toBe(6);
  expect(movedPoint('Escape', 4, 6)).toBeNull();
  expect(movedPoint('a', 4, 6)).toBeUndefined();
  expect(movedPoint('ArrowRight', null, -1)).toBeUndefined();
});
