import { describe, expect, test } from 'vitest';
import { initialLanguage, supportedLanguage } from './language.ts';

describe('the language to begin with', () => {
  test.each([
    ['ja', 'ja'],
    ['ja-JP', 'ja'],
    ['JA', 'ja'],
    ['en-US', 'en'],
    ['fr', 'en'],
  ] as const)('is for a browser in %s %s', (browser, language) => {
    expect(initialLanguage(null, browser)).toBe(language);
  });

  test('is what was chosen before, whatever the browser says', () => {
    expect(initialLanguage('en', 'ja-JP')).toBe('en');
    expect(initialLanguage('ja', 'en-US')).toBe('ja');
  });

  test('is Japanese where nothing is known', () => {
    expect(initialLanguage(null, undefined)).toBe('ja');
  });
});

test('an unsupported code is replaced by the fallback', () => {
  expect(supportedLanguage('de')).toBe('en');
  expect(supportedLanguage('ja')).toBe('ja');
});
