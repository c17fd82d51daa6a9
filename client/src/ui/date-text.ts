import { DateTime } from 'luxon';

/** A moment as the specification shows it, in the browser's time zone: `YYYY/MM/DD HH:mm:ss:SSSS`, with four digits of a second. */
export function dateTimeText(time: string): string {
  const moment = DateTime.fromISO(time);
  // Luxon knows milliseconds; the fourth digit is always zero.
  return moment.isValid ? `${moment.toFormat('yyyy/MM/dd HH:mm:ss:SSS')}0` : '';
}

/**
 * A moment as people write it, to the minute, in the browser's time zone.
 *
 * @param language BCP 47 tag
 */
export function shortTimeText(time: string, language: string): string {
  const moment = DateTime.fromISO(time).setLocale(language);
  if (!moment.isValid) return '';
  return moment.toLocaleString({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
