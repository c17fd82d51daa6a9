import { expect, it } from 'vitest';
import type { Quality } from '#protocol/call-quality.ts';
import { notShown, steadyAfter } from './steady-quality.ts';

const shownAfter = (...readings: readonly (Quality | { readonly stuck: Quality })[]) =>
  readings.reduce(
    (steady, reading) =>
      typeof reading === 'string' ? steadyAfter(steady, reading, 0) : steadyAfter(steady, reading.stuck, 1),
    notShown,
  ).shown;

it('shows the first reading', () => {
  expect(shownAfter('fair')).toBe('fair');
});

it('does not become worse for a single bad reading', () => {
  expect(shownAfter('good', 'poor')).toBe('good');
  expect(shownAfter('good', 'poor', 'good')).toBe('good');
});

it('becomes as bad as two readings in a row both are', () => {
  expect(shownAfter('good', 'fair', 'fair')).toBe('fair');
  expect(shownAfter('good', 'poor', 'fair')).toBe('fair');
  expect(shownAfter('good', 'poor', 'poor')).toBe('poor');
});

it('says at once that a picture stands still', () => {
  expect(shownAfter('good', { stuck: 'poor' })).toBe('poor');
});

it('becomes better after three readings that are', () => {
  expect(shownAfter('poor', 'good', 'good')).toBe('poor');
  expect(shownAfter('poor', 'good', 'good', 'good')).toBe('good');
  expect(shownAfter('poor', 'good', 'fair', 'good')).toBe('fair');
});

it('does not flap on a line that is good and fair by turns', () => {
  expect(shownAfter('good', 'fair', 'good', 'fair', 'good')).toBe('good');
  expect(shownAfter('fair', 'fair', 'good', 'fair', 'good')).toBe('fair');
});
