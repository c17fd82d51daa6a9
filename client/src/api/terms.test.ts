import { expect, test } from 'vitest';
import { TERMS_CHANGED_AT } from '#protocol/terms.ts';
import { mustAgree } from './terms.ts';

test('who has not agreed to the terms as they are now has to', () => {
  expect(mustAgree({ termsAgreedAt: null })).toBe(true);
  expect(mustAgree({ termsAgreedAt: '2021-01-01T00:00:00Z' })).toBe(true);
  expect(mustAgree({ termsAgreedAt: TERMS_CHANGED_AT })).toBe(false);
});
