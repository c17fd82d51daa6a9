import { expect, it } from 'vitest';
import { importChanges } from './import-changes.ts';

it('has the fields that differ, with their values before and after', () => {
  const shown = { nickname: 'Before', lang: 'ja', isManager: false };
  expect(importChanges(shown, { nickname: 'After', lang: 'ja', isManager: true })).toEqual([
    { field: 'nickname', before: 'Before', after: 'After' },
    { field: 'isManager', before: 'false', after: 'true' },
  ]);
});

it('has no value where there was none, and cuts long ones', () => {
  expect(importChanges({}, { name: 'x'.repeat(300) })).toEqual([
    { field: 'name', before: null, after: `${'x'.repeat(199)}…` },
  ]);
});
