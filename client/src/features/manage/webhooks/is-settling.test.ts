import { expect, test } from 'vitest';
import { isSettling } from './is-settling.ts';

const NOW = Date.parse('2026-12-01T00:00:00Z');
const inMs = (ms: number): string => new Date(NOW + ms).toISOString();

test('a delivery is looked at again while its first attempt or a near one is to come', () => {
  expect(isSettling({ state: 'PENDING', attempts: 0, nextAttempt: null }, NOW)).toBe(true);
  expect(isSettling({ state: 'PENDING', attempts: 1, nextAttempt: inMs(5_000) }, NOW)).toBe(true);
});

test('one that waits for a minute or hours, or is over, is left alone', () => {
  expect(isSettling({ state: 'PENDING', attempts: 0, nextAttempt: inMs(60_000) }, NOW)).toBe(false);
  expect(isSettling({ state: 'PENDING', attempts: 4, nextAttempt: inMs(7_200_000) }, NOW)).toBe(false);
  expect(isSettling({ state: 'DELIVERED', attempts: 1, nextAttempt: null }, NOW)).toBe(false);
  expect(isSettling({ state: 'FAILED', attempts: 9, nextAttempt: null }, NOW)).toBe(false);
});
