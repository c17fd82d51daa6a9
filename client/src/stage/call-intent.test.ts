import { expect, test } from 'vitest';
import { callIntent, takeCallIntent } from './call-intent.ts';

test('a press calls once, and an address never', () => {
  const state = callIntent();
  expect(takeCallIntent(null)).toBe(false);
  expect(takeCallIntent({ callIntent: 'from the history of another page' })).toBe(false);
  expect(takeCallIntent(state)).toBe(true);
  expect(takeCallIntent(state)).toBe(false);
});
