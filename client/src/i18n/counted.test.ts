import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test.each(['en', 'ja'])('separates the thousands of counts in %s', (locale) => {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } });
  expect(counted(i18n, { first: 1, last: 50, total: 12_500 })).toEqual({
    first: '1',
    last: '50',
    total: '12,500',
  });
});
