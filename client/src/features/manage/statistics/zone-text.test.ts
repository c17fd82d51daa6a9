import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { summaryKinds } from '#protocol/summary-kinds.ts';
import { zoneText } from './zone-text.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

describe('the clock that statistics are counted by', () => {
  test('is that of the one customer', () => {
    for (const kind of summaryKinds)
      expect(zoneText(i18n, kind, { zone: 'Asia/Tokyo', all: false })).toBe('time zone Asia/Tokyo');
  });

  test('is of several customers that of each, and never that of the browser', () => {
    for (const kind of summaryKinds.filter((each) => each !== 'bypeak'))
      for (const all of [true, false])
        expect(zoneText(i18n, kind, { zone: null, all })).toBe('each in its customer’s time zone');
  });

  test('is one for the most calls at once, which are counted across customers', () => {
    expect(zoneText(i18n, 'bypeak', { zone: null, all: true })).toBe('in the default customer’s time zone');
    expect(zoneText(i18n, 'bypeak', { zone: null, all: false })).toBe(
      'in the time zone of one of the customers',
    );
  });
});
