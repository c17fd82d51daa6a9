import type { MessageDescriptor } from '@lingui/core';
import { expect, test, vi } from 'vitest';
import { importFieldLabel } from './import-kinds.ts';

// Tests run without the build that compiles the macro.
vi.mock('@lingui/core/macro', () => ({
  msg: ([message = '']: TemplateStringsArray): MessageDescriptor => ({ id: message, message }),
}));

test('what is refused of the other side of a pair is named as its column', () => {
  for (const name of ['target', 'mail', 'serialLong']) expect(importFieldLabel(name)?.id).toBe('Other side');
});

test('a field that is no column has no label', () => {
  expect(importFieldLabel('password')).toBeUndefined();
});
