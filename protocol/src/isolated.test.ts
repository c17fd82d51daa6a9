import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';

it.each([
  ['Yuki', 'Yuki'],
  ['ナオミ', 'ナオミ'],
  ['נעמי', '\u2068נעמי\u2069'],
  ['دانا 2', '\u2068دانا 2\u2069'],
])('only what is written from right to left is isolated: %s', (text, result) => {
  expect(isolated(text)).toBe(result);
});
