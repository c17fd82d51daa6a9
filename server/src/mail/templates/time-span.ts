import type { Language } from '#server/mail/mail-content.ts';

/** When something is, in the customer's time zone: `2026年11月21日(土) 14:00 – 15:30 (Asia/Tokyo)`. Empty without bounds. */
export function timeSpan(
  lang: Language,
  starts: Date | null,
  ends: Date | null,
  timeZone: string,
): readonly string[] {
  const locale = lang === 'ja' ? 'ja-JP' : 'en-GB';
  const date = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: lang === 'ja' ? 'short' : 'long',
    timeZone,
  });
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone });
  const moment = (at: Date): string => `${date.format(at)} ${time.format(at)}`;

  if (starts === null && ends === null) return [];
  const from = starts === null ? '' : moment(starts);
  // The day is not said twice.
  const sameDay = starts !== null && ends !== null && date.format(starts) === date.format(ends);
  const to = ends === null ? '' : sameDay ? time.format(ends) : moment(ends);
  return [`${from} – ${to}`.trim().concat(` (${timeZone})`)];
}
