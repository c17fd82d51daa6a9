import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { expect, test } from 'vitest';
import { ROOT } from './paths.ts';

const CLIENT = join(ROOT, 'client', 'src');
const catalog = (await getCatalogs(getConfig({ cwd: CLIENT })))[0];
const [ja = {}, en = {}] = await Promise.all([catalog?.read('ja'), catalog?.read('en')]);

interface Named {
  readonly file: string;
  readonly names: readonly string[];
  readonly labels: readonly string[];
}

const texts = (source: string): string[] => [
  ...[...source.matchAll(/t`([^`]+)`/g)].map(([, text = '']) => text.replaceAll('${', '{')),
  ...[...source.matchAll(/<Trans>\s*([^<]*?)\s*<\/Trans>/g)].map(([, text = '']) => text),
];

/** Buttons that have both a name for screen readers and words to be seen. */
const namedButtons: readonly Named[] = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .flatMap((file) =>
    [
      ...readFileSync(join(CLIENT, file), 'utf8').matchAll(
        /<(Button|chakra\.button)\b((?:(?!<\/?\1\b).)*?aria-label=\{[^}]*`(?:(?!<\/?\1\b).)*?)<\/\1>/gs,
      ),
    ].flatMap(([, , source = '']): Named[] => {
      const [, name = ''] = /aria-label=(\{(?:[^{}]|\$\{[^}]*\})*\})/s.exec(source) ?? [];
      const [names, labels] = [texts(name), texts(source.replace(name, ''))];
      return names.length > 0 && labels.length > 0 ? [{ file, names, labels }] : [];
    }),
  );

const inJapanese = (text: string): string =>
  Object.entries(en)
    .filter(([, { message, translation }]) => (message ?? translation) === text)
    .flatMap(([id]) => ja[id]?.translation ?? [])[0] ?? text;

const has = (name: string, label: string): boolean => name.toLowerCase().includes(label.toLowerCase());

test('the name of a button contains the words on it, in both languages, as those who speak to it expect', () => {
  expect(namedButtons.length).toBeGreaterThan(5);
  const wrong = namedButtons.flatMap(({ file, names, labels }) =>
    labels.flatMap((label) => [
      ...(names.some((name) => has(name, label)) ? [] : [`${file}: ${names} – ${label}`]),
      ...(names.some((name) => has(inJapanese(name), inJapanese(label)))
        ? []
        : [`${file}: ${names.map(inJapanese)} – ${inJapanese(label)}`]),
    ]),
  );
  expect(wrong).toEqual([]);
});
