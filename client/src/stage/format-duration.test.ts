import { expect, it } from 'vitest';
import { formatDuration } from './format-duration.ts';

it.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [245, '4:05'],
  [3723, '1:02:03'],
  [-3, '0:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
