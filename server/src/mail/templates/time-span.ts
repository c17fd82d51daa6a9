import type { Language } from '#server/mail/mail-content.ts';

/**
 * When something is, in the customer's time zone: `2026年11月21日（土）14:00～15:30（日本時間）`,
 * `Saturday, 21 November 2026, 14:00 to 15:30 (Japan Standard Time)`. Without an end, `…から` and `from …`.
 */
export function timeSpan(lang: Language, starts: Date, ends: Date | null, timeZone: string): string {
  const { day, from, span, zone } = words[lang];
  if (ends === null) return from(moment(lang, starts, timeZone));
  // The day is not said twice.
  const isSameDay = day(starts, timeZone) === day(ends, timeZone);
  const end = isSameDay ? timeOf(ends, timeZone) : dayAndTime(lang, ends, timeZone);
  return span(dayAndTime(lang, starts, timeZone), end) + zone(zoneName(lang, starts, timeZone));
}

/** A moment, likewise: `Saturday, 21 November 2026, 15:30 (Japan Standard Time)`. */
export const moment = (lang: Language, at: Date, timeZone: string): string =>
  dayAndTime(lang, at, timeZone) + words[lang].zone(zoneName(lang, at, timeZone));

const dayAndTime = (lang: Language, at: Date, timeZone: string): string =>
  words[lang].join(words[lang].day(at, timeZone), timeOf(at, timeZone));

const timeOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);

interface Words {
  readonly day: (at: Date, timeZone: string) => string;
  readonly join: (day: string, time: string) => string;
  readonly span: (start: string, end: string) => string;
  readonly from: (start: string) => string;
  readonly zone: (name: string) => string;
}

const words: Readonly<Record<Language, Words>> = {
  ja: {
    day: (at, timeZone) => {
      const options = { year: 'numeric', month: 'long', day: 'numeric', timeZone } as const;
      const weekday = new Intl.DateTimeFormat('ja-JP', { weekday: 'short', timeZone }).format(at);
      return `${new Intl.DateTimeFormat('ja-JP', options).format(at)}（${weekday}）`;
    },
    join: (day, time) => day + time,
    span: (start, end) => `${start}～${end}`,
    from: (start) => `${start}から`,
    zone: (name) => `（${name}）`,
  },
  en: {
    day: (at, timeZone) =>
      new Intl.DateTimeFormat('en-GB', {
        weekday: 'long',
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        timeZone,
      }).format(at),
    join: (day, time) => `${day}, ${time}`,
    span: (start, end) => `${start} to ${end}`,
    from: (start) => `from ${start}`,
    zone: (name) => ` (${name})`,
  },
};

const JAPAN = 'Asia/Tokyo';

/** As people call it: `日本時間`, `Central European Standard Time`. */
function zoneName(lang: Language, at: Date, timeZone: string): string {
  if (lang === 'ja' && timeZone === JAPAN) return '日本時間';
  const parts = new Intl.DateTimeFormat(lang === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone,
    timeZoneName: 'long',
  }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
