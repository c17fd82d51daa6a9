import { type I18n, type MessageDescriptor, setupI18n } from '@lingui/core';
import { expect, test, vi } from 'vitest';
import { answeredWith, deliveryErrors, failedWith } from '#protocol/delivery-errors.ts';
import { deliveryErrorText } from './delivery-error-text.ts';

// Tests run without the build that compiles the macro.
vi.mock('@lingui/core/macro', () => ({
  msg: (
    first: TemplateStringsArray | { readonly message: string },
    ...values: readonly string[]
  ): MessageDescriptor => {
    const id = 'raw' in first ? String.raw({ raw: first }, ...values) : first.message;
    return { id: `translated ${id}` };
  },
}));

const i18n: I18n = setupI18n({ locale: 'en', messages: { en: {} } });

test.each([...Object.values(deliveryErrors), answeredWith(503), failedWith('ECONNREFUSED')])(
  'an error that servers write is translated: %s',
  (error) => {
    expect(deliveryErrorText(i18n, error)).toBe(`translated ${error}`);
  },
);

test('an error that only a newer server knows stands as it is', () => {
  expect(deliveryErrorText(i18n, 'Answered too late')).toBe('Answered too late');
});
