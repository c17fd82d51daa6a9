import { type I18n, setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { answeredWith, deliveryErrors, failedWith } from '#protocol/delivery-errors.ts';
import { deliveryErrorText } from './delivery-error-text.ts';

const errors = [...Object.values(deliveryErrors), answeredWith(503), failedWith('ECONNREFUSED')];
const translated = Object.fromEntries(errors.map((error) => [error, `translated ${error}`]));
const i18n: I18n = setupI18n({ locale: 'en', messages: { en: translated } });

test.each(errors)('an error that servers write is translated: %s', (error) => {
  expect(deliveryErrorText(i18n, error)).toBe(`translated ${error}`);
});

test('an error that only a newer server knows stands as it is', () => {
  expect(deliveryErrorText(i18n, 'Answered too late')).toBe('Answered too late');
});
