import { expect, test } from 'vitest';
import { sentenceGap } from './sentence-gap.ts';

test('sentences are apart in English, and follow each other without a space in Japanese', () => {
  expect(['en', 'ja'].map((language) => sentenceGap(language === 'ja' ? 'ja' : 'en'))).toEqual([' ', '']);
});
