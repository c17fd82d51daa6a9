import { expect, test } from 'vitest';
import { importFieldLabel } from './import-kinds.ts';

test('what is refused of the other side of a pair is named as its column', () => {
  for (const name of ['target', 'mail', 'serialLong']) expect(importFieldLabel(name)?.id).toBe('Other side');
});

test('a field that is no column has no label', () => {
  expect(importFieldLabel('password')).toBeUndefined();
});
