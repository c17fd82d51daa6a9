import { expect, it } from 'vitest';
import { durationInSentence, formatDuration } from './format-duration.ts';

it.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [245, '4:05'],
  [3723, '1:02:03'],
  [-3, '0:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it.each([
  [30, 'ja', '30秒'],
  [90, 'ja', '1分30秒'],
  [-1, 'ja', '0秒'],
  [30, 'en', '0:30'],
] as const)('%d seconds in a sentence in %s are %s', (seconds, language, text) => {
  expect(durationInSentence(seconds, language)).toBe(text);
});
