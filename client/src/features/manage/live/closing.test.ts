import { afterEach, expect, test, vi } from 'vitest';
import { closingOf, isClosing, NOTICE_LIMIT_MS, noteClosing } from './closing.ts';
import { managedCall } from './testing/managed-call.ts';

afterEach(() => void vi.useRealTimers());

test('a call counts as ending from the answer on, until it is due to be gone', () => {
  vi.useFakeTimers();
  noteClosing(managedCall({ callId: 'call' }));
  expect([isClosing('call'), isClosing('other')]).toEqual([true, false]);
  vi.advanceTimersByTime(NOTICE_LIMIT_MS);
  expect(isClosing('call')).toBe(false);
});

test('someone who is removed counts as leaving, and the call goes on', () => {
  const closing = { at: 0, call: managedCall({ callId: 'long call' }) };
  const all = new Map([['long call member', closing]]);
  expect([closingOf(all, 'long call', 'member'), closingOf(all, 'long call')]).toEqual([closing, null]);
});
