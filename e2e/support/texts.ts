import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CATALOG = join(import.meta.dirname, '../../client/src/i18n/locales/ja.po');

const unquote = (lines: string): string =>
  [...lines.matchAll(/^"(.*)"$/gm)].map(([, text = '']) => JSON.parse(`"${text}"`)).join('');

const japanese = new Map(
  [
    ...readFileSync(CATALOG, 'utf8').matchAll(
      /^(?:msgctxt ((?:".*"\n)+))?msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm,
    ),
  ].map(([, context = '', id = '', text = '']) => [unquote(context) + unquote(id), unquote(text)]),
);

/**
 * What a button or a field is called in a language: `say('ja', 'More options for {name}', { name: 'Bob' })`.
 *
 * @param context as in the catalog, for a text that has several translations
 */
export const say = (
  language: 'ja' | 'en',
  english: string,
  values: Readonly<Record<string, string>> = {},
  context = '',
): string => {
  const text = language === 'en' ? english : japanese.get(context + english);
  if (text === undefined) throw new Error(`The catalog has no “${english}”`);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
};
