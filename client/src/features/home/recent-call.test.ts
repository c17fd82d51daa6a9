import { expect, test } from 'vitest';
import { callDuration, wasMissed } from './recent-call.ts';

test.each([
  [7, '0:07'],
  [750, '12:30'],
  [3725, '1:02:05'],
])('%d seconds read %s', (seconds, text) => {
  expect(callDuration(seconds)).toBe(text);
});

test('a call is missed by whom it was for, if nobody took it', () => {
  const missed = { kind: 'direct', outgoing: false, endReason: 'no-answer' } as const;
  expect(wasMissed(missed)).toBe(true);
  expect(wasMissed({ ...missed, outgoing: true })).toBe(false);
  expect(wasMissed({ ...missed, endReason: 'hung-up' })).toBe(false);
  expect(wasMissed({ ...missed, endReason: 'declined' })).toBe(false);
  expect(wasMissed({ ...missed, kind: 'group' })).toBe(false);
});
