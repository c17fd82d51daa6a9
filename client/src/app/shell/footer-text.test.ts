import { expect, test } from 'vitest';
import { copyrightYears, versionText } from './footer-text.ts';

test('the copyright names the first year, and from the second year on a range', () => {
  expect(copyrightYears(new Date(2021, 5))).toBe('2021');
  expect(copyrightYears(new Date(2026, 0))).toBe('2021–2026');
});

test('the version string has the API version behind a slash, if there is one', () => {
  expect(versionText('1.0.7', '1.2.3')).toBe('v1.0.7/1.2.3');
  expect(versionText('1.0.7', undefined)).toBe('v1.0.7');
});
