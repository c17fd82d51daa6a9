import { setupI18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isolateValues } from './isolate-values.ts';
import { Trans } from './trans.tsx';

const MESSAGE = 'Delete {name} ({count})?';
const i18n = setupI18n({
  locale: 'en',
  messages: { en: { a: ['Delete ', ['name'], ' (', ['count'], ')?'] } },
});
isolateValues(i18n);
const values = (name: string) => ({ name, count: 2 });

const Sentence = ({ name }: { readonly name: string }) => {
  const { _ } = useLingui();
  return _({ id: 'a', message: MESSAGE, values: values(name) });
};

test.each([
  ['דנה', 'Delete \u2068דנה\u2069 (2)?'],
  ['Dana', 'Delete Dana (2)?'],
])('the name %s does not turn the sentence that it stands in', (name, sentence) => {
  expect(i18n._('a', values(name))).toBe(sentence);
  expect(i18n.t({ id: 'a', values: values(name) })).toBe(sentence);
  const shown = [
    <Sentence key="t" name={name} />,
    <Trans key="trans" id="a" message={MESSAGE} values={values(name)} />,
  ];
  for (const element of shown) {
    expect(renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>)).toBe(sentence);
  }
});
