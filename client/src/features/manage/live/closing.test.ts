import { afterEach, expect, test, vi } from 'vitest';
import { isClosing, NOTICE_LIMIT_MS, noteClosing } from './closing.ts';

afterEach(() => void vi.useRealTimers());

test('a call counts as ending from the answer on, until it is due to be gone', () => {
  vi.useFakeTimers();
  noteClosing('call');
  expect([isClosing('call'), isClosing('other'), isClosing('call', 'member')]).toEqual([true, false, false]);
  vi.advanceTimersByTime(NOTICE_LIMIT_MS);
  expect(isClosing('call')).toBe(false);
});

test('someone who is removed counts as leaving, and the call goes on', () => {
  noteClosing('long call', 'member');
  expect([isClosing('long call', 'member'), isClosing('long call')]).toEqual([true, false]);
});
