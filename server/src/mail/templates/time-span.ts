import type { Language } from '#server/mail/mail-content.ts';

/**
 * When something is, in the customer's time zone: `2026年11月21日（土）14:00～15:30（日本時間）`,
 * `Saturday, 21 November 2026, 14:00 to 15:30 (Japan Standard Time)`. With one bound alone, `…から` and `from …`; of an end, the moment.
 */
export function timeSpan(lang: Language, starts: Date | null, ends: Date | null, timeZone: string): string {
  const { day, join, from, zone } = words[lang];
  const date = (at: Date): string => day(at, timeZone);
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  const moment = (at: Date): string => join(date(at), time.format(at));

  const inZone = (span: string, at: Date): string => span + zone(zoneName(lang, at, timeZone));
  if (starts === null) return ends === null ? '' : inZone(moment(ends), ends);
  if (ends === null) return from(inZone(moment(starts), starts));
  // The day is not said twice.
  const end = date(starts) === date(ends) ? time.format(ends) : moment(ends);
  return inZone(words[lang].span(moment(starts), end), starts);
}

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
