import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Trans } from './trans.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

const textOf = (sentence: ReactNode): string =>
  renderToStaticMarkup(<I18nProvider i18n={i18n}>{sentence}</I18nProvider>)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

test.each(['<script>alert(1)</script>', 'use <b>bold</b>', '<0>me</0>', '<0/>', '<1/>', '{name}', 'a & b'])(
  'shows %s whole where somebody has typed it',
  (typed) => {
    expect(textOf(<Trans id="a" message="{name} muted you." values={{ name: typed }} />)).toBe(
      `${typed} muted you.`,
    );
    expect(textOf(<Trans id="b" message="{name}: {text}" values={{ name: typed, text: typed }} />)).toBe(
      `${typed}: ${typed}`,
    );
  },
);

test('keeps the elements of the sentence itself around what was typed', () => {
  const sentence = (
    <Trans
      id="c"
      message="We have sent a link to <0>{mail}</0>."
      values={{ mail: '<0>x</0>@example.com' }}
      components={{ 0: <strong /> }}
    />
  );
  expect(textOf(sentence)).toBe('We have sent a link to <strong><0>x</0>@example.com</strong>.');
});

test('counts as before', () => {
  const sentence = <Trans id="d" message="{days, plural, one {# day} other {# days}}" values={{ days: 3 }} />;
  expect(textOf(sentence)).toBe('3 days');
});
