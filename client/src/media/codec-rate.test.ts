import { expect, test } from 'vitest';
import { maxBitrateOf } from './codec-rate.ts';

test('a codec that knows one rate only is never limited to less', () => {
  expect(maxBitrateOf(16, 'audio/PCMU')).toBe(64_000);
  expect(maxBitrateOf(128, 'audio/G722')).toBe(128_000);
  expect(maxBitrateOf(16, 'audio/opus')).toBe(16_000);
  expect(maxBitrateOf(16, undefined)).toBe(16_000);
});
