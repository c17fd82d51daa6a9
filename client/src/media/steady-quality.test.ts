import { expect, it } from 'vitest';
import type { Quality } from '#protocol/call-quality.ts';
import { notShown, steadyAfter } from './steady-quality.ts';

const after = (...readings: readonly (Quality | { readonly stuck: Quality })[]) =>
  readings.reduce(
    (steady, reading) =>
      typeof reading === 'string' ? steadyAfter(steady, reading, 0) : steadyAfter(steady, reading.stuck, 1),
    notShown,
  ).shown;

it('shows the first reading', () => {
  expect(after('fair')).toBe('fair');
});

it('does not become worse for a single bad reading', () => {
  expect(after('good', 'poor')).toBe('good');
  expect(after('good', 'poor', 'good')).toBe('good');
});

it('becomes as bad as two readings in a row both are', () => {
  expect(after('good', 'fair', 'fair')).toBe('fair');
  expect(after('good', 'poor', 'fair')).toBe('fair');
  expect(after('good', 'poor', 'poor')).toBe('poor');
});

it('says at once that a picture stands still', () => {
  expect(after('good', { stuck: 'poor' })).toBe('poor');
});

it('becomes better after three readings that are', () => {
  expect(after('poor', 'good', 'good')).toBe('poor');
  expect(after('poor', 'good', 'good', 'good')).toBe('good');
  expect(after('poor', 'good', 'fair', 'good')).toBe('fair');
});

it('does not flap on a line that is good and fair by turns', () => {
  expect(after('good', 'fair', 'good', 'fair', 'good')).toBe('good');
  expect(after('fair', 'fair', 'good', 'fair', 'good')).toBe('fair');
});
