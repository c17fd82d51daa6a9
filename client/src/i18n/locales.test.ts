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
