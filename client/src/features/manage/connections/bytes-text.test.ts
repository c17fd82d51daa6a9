import { expect, test } from 'vitest';
import { bytesText } from './bytes-text.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_240, '1.2 kB'],
  [12_400_000, '12 MB'],
  [3_500_000_000, '3.5 GB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(bytesText(bytes, 'en')).toBe(text);
});
