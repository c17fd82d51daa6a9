import { expect, test } from 'vitest';
import { relativeTime } from './relative-time-text.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

test.each([
  [0, 'now', '今'],
  [-30, 'now', '今'],
  [-5 * 60, '5 minutes ago', '5分前'],
  [-3 * 3600 - 1800, '3 hours ago', '3時間前'],
  [-26 * 3600, 'yesterday', '昨日'],
  [10 * 60, 'in 10 minutes', '10分後'],
])('%d seconds from now is %j', (seconds, english, japanese) => {
  expect(relativeTime(NOW + seconds * 1000, NOW, 'en')).toBe(english);
  expect(relativeTime(NOW + seconds * 1000, NOW, 'ja')).toBe(japanese);
});
