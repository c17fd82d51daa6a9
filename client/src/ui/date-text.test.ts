import { Settings } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateTimeText } from './date-text.ts';

describe('a moment in words', () => {
  const { defaultZone } = Settings;
  beforeAll(() => {
    Settings.defaultZone = 'Asia/Tokyo';
  });
  afterAll(() => {
    Settings.defaultZone = defaultZone;
  });

  it('is shown in the zone of whoever reads it, to four digits of a second', () => {
    expect(dateTimeText('2026-11-20T15:04:05.678Z')).toBe('2026/11/21 00:04:05:6780');
  });

  it('is empty where there is none', () => {
    expect(dateTimeText('yesterday')).toBe('');
  });
});
