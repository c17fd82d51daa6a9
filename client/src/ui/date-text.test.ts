import { Settings } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateTimeText, shortTimeText, timeTexts } from './date-text.ts';

describe('a moment in words', () => {
  const { defaultZone } = Settings;
  beforeAll(() => {
    Settings.defaultZone = 'Asia/Tokyo';
  });
  afterAll(() => {
    Settings.defaultZone = defaultZone;
  });

  it('is shown in the reader’s zone, to four digits of a second', () => {
    expect(dateTimeText('2026-11-20T15:04:05.678Z')).toBe('2026/11/21 00:04:05:6780');
  });

  it.each([
    ['en', '21 Nov 2026, 00:04'],
    ['ja', '2026年11月21日（土）00:04'],
  ])('is short in a sentence, to the minute of a 24-hour clock: %s', (language, text) => {
    expect(shortTimeText('2026-11-20T15:04:05.678Z', language)).toBe(text);
  });

  it.each([
    ['en', '21 Nov 2026, 00:04', '21 Nov 2026, 00:04:05'],
    ['ja', '2026/11/21 00:04', '2026/11/21 00:04:05'],
  ])('is narrow in a table, to the minute or to the second: %s', (language, narrow, narrowExact) => {
    expect(timeTexts('2026-11-20T15:04:05.678Z', language, 'Asia/Tokyo')).toMatchObject({
      narrow,
      narrowExact,
    });
  });

  it('is not shown until its time zone is known', () => {
    const time = '2026-11-20T15:04:05.678Z';
    expect(dateTimeText(time, null)).toBe('…');
    expect(shortTimeText(time, 'en', null)).toBe('…');
    expect(timeTexts(time, 'en', null)).toMatchObject({ exact: '…', short: '…', narrow: '…' });
  });

  it('is empty where there is none', () => {
    expect(dateTimeText('yesterday')).toBe('');
    expect(shortTimeText('yesterday', 'en')).toBe('');
  });
});
