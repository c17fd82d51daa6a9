import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPress } from './after-press.ts';

let screen: EventTarget;
const onEnd = vi.fn();

beforeEach(() => {
  screen = new EventTarget();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  onEnd.mockReset();
});

test('a press ends after its click, which follows the release', () => {
  afterPress(screen, onEnd);
  vi.runAllTimers();
  expect(onEnd).not.toHaveBeenCalled();
  screen.dispatchEvent(new Event('pointerup'));
  expect(onEnd).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a press that turns into scrolling ends at once', () => {
  afterPress(screen, onEnd);
  screen.dispatchEvent(new Event('pointercancel'));
  expect(onEnd).toHaveBeenCalledOnce();
});

test('the end of a press is not waited for once another one has begun', () => {
  const stop = afterPress(screen, onEnd);
  screen.dispatchEvent(new Event('pointerup'));
  stop();
  vi.runAllTimers();
  screen.dispatchEvent(new Event('pointercancel'));
  expect(onEnd).not.toHaveBeenCalled();
});
