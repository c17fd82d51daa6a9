import type { Language } from '#server/mail/mail.ts';

/** When something is, in the customer's time zone: `2026/11/21 14:00 – 15:00 (JST)`. Empty where it has no bounds. */
export function timeSpan(
  lang: Language,
  starts: Date | null,
  ends: Date | null,
  timeZone: string,
): readonly string[] {
  const format = new Intl.DateTimeFormat(lang === 'ja' ? 'ja-JP' : 'en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  });
  if (starts && ends) return [`${format.formatRange(starts, ends)} (${timeZone})`];
  if (starts) return [`${format.format(starts)} – (${timeZone})`];
  if (ends) return [`– ${format.format(ends)} (${timeZone})`];
  return [];
}
