import { expect, it } from 'vitest';
import { willBeTriedAgain } from './will-be-tried-again.ts';

const lastError = 'The host cannot be reached';

it('a delivery will be tried again after an attempt has failed', () => {
  expect(willBeTriedAgain({ state: 'PENDING', attempts: 2, lastError })).toBe(true);
});

it('but not during its first attempt, when it is delivered again, or when no attempt is left', () => {
  expect(willBeTriedAgain({ state: 'PENDING', attempts: 1, lastError: null })).toBe(false);
  expect(willBeTriedAgain({ state: 'PENDING', attempts: 0, lastError })).toBe(false);
  expect(willBeTriedAgain({ state: 'FAILED', attempts: 4, lastError })).toBe(false);
});
