import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { describe, expect, test } from 'vitest';

const catalogs = await getCatalogs(getConfig({ cwd: import.meta.dirname }));
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)|<\/?(\d+)\/?>/g)].map(([all]) => all).sort();

describe.each(['ja', 'en'])('the catalog of %s', async (locale) => {
  const entries = Object.entries((await catalogs[0]?.read(locale)) ?? {}).filter(
    ([, { obsolete }]) => !obsolete,
  );

  test('is there', () => {
    expect(entries.length).toBeGreaterThan(100);
  });

  test('has words for every message', () => {
    const empty = entries.filter(
      ([, { translation, message }]) => !(locale === 'en' ? message : translation),
    );
    expect(empty.map(([, { message }]) => message)).toEqual([]);
  });

  test('names every value and every element of the source text', () => {
    const wrong = entries.filter(
      ([, { translation, message }]) =>
        translation &&
        message &&
        !message.includes(', plural') &&
        placeholders(translation).join() !== placeholders(message).join(),
    );
    expect(wrong.map(([, { translation }]) => translation)).toEqual([]);
  });
});

describe('the words', async () => {
  const read = async (locale: string) =>
    Object.values((await catalogs[0]?.read(locale)) ?? {}).filter(({ obsolete }) => !obsolete);
  const [english, japanese] = await Promise.all([read('en'), read('ja')]);
  /** Values in braces are none of the words: a Latin one may stand for a Japanese name. */
  const wordsOf = (text: string | undefined) => (text ?? '').replaceAll(/\{\w+\}/g, '');

  test('of English have typographic apostrophes, and none of the phrases that no one says', () => {
    const wrong = /\w'\w|\b(?:by itself|somebody|whom|organiz\w*|in a while)\b/;
    expect(english.map(({ message }) => wordsOf(message)).filter((text) => wrong.test(text))).toEqual([]);
  });

  test('of Japanese have no half-width colon, and no さん of their own: it is put to names of people alone', () => {
    const wrong = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}」）]: |さん|(?<!その)他の|[A-Za-z] の|いただ/u;
    expect(
      japanese.map(({ translation }) => wordsOf(translation)).filter((text) => wrong.test(text)),
    ).toEqual([]);
  });
});
