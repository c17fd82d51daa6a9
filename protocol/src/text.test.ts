import { expect, it } from 'vitest';
import { beginningOf } from './text.ts';

it('cuts a text before a character that would be halved', () => {
  expect(beginningOf('ab😀', 4)).toBe('ab😀');
  expect(beginningOf('ab😀', 3)).toBe('ab');
  expect(beginningOf('ab😀c', 2)).toBe('ab');
  expect(beginningOf('', 3)).toBe('');
});
