import { describe, expect, it } from 'vitest';
import { moment, timeSpan } from './time-span.ts';

const START = new Date('2026-11-21T05:00:00Z');
const SAME_DAY = new Date('2026-11-21T06:30:00Z');
const NEXT_DAY = new Date('2026-11-22T06:30:00Z');

describe('a time span in a mail', () => {
  it.each([
    ['ja', START, SAME_DAY, '2026年11月21日（土）14:00～15:30（日本時間）'],
    ['ja', START, NEXT_DAY, '2026年11月21日（土）14:00～2026年11月22日（日）15:30（日本時間）'],
    ['ja', START, null, '2026年11月21日（土）14:00（日本時間）から'],
    ['en', START, SAME_DAY, 'Saturday, 21 November 2026, 14:00 to 15:30 (Japan Standard Time)'],
    ['en', START, null, 'from Saturday, 21 November 2026, 14:00 (Japan Standard Time)'],
  ] as const)('in %s, from %s to %s, reads %s', (lang, starts, ends, text) => {
    expect(timeSpan(lang, starts, ends, 'Asia/Tokyo')).toBe(text);
  });

  it.each([
    ['ja', '2026年11月21日（土）15:30（日本時間）'],
    ['en', 'Saturday, 21 November 2026, 15:30 (Japan Standard Time)'],
  ] as const)('may be a single moment: %s', (lang, text) => {
    expect(moment(lang, SAME_DAY, 'Asia/Tokyo')).toBe(text);
  });

  it('names a zone that observes summer time as it is on that day', () => {
    const summer = new Date('2026-07-01T12:00:00Z');
    expect(moment('en', summer, 'Europe/Berlin')).toContain('14:00 (Central European Summer Time)');
  });
});
