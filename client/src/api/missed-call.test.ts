import { expect, test } from 'vitest';
import { wasMissed } from './missed-call.ts';

test('a call is missed by whom it was for, if nobody took it', () => {
  const missed = { kind: 'direct', outgoing: false, endReason: 'no-answer' } as const;
  expect(wasMissed(missed)).toBe(true);
  expect(wasMissed({ ...missed, outgoing: true })).toBe(false);
  expect(wasMissed({ ...missed, endReason: 'hung-up' })).toBe(false);
  expect(wasMissed({ ...missed, endReason: 'declined' })).toBe(false);
  expect(wasMissed({ ...missed, kind: 'group' })).toBe(false);
});
