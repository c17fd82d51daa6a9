import { DateTime } from 'luxon';

/**
 * A moment as the specification shows it: `YYYY/MM/DD HH:mm:ss:SSSS`, with four digits of a second.
 *
 * @param zone IANA name of the time zone; the browser's by default
 */
export const dateTimeText = (time: string, zone = 'default'): string =>
  exactText(DateTime.fromISO(time, { zone }));

/**
 * A moment as people write it, to the minute.
 *
 * @param language BCP 47 tag
 * @param zone IANA name of the time zone; the browser's by default
 */
export const shortTimeText = (time: string, language: string, zone = 'default'): string =>
  shortText(DateTime.fromISO(time, { zone }), language);

/** Both of the same moment, which is read once: a list has a hundred of them. */
export function timeTexts(
  time: string,
  language: string,
  zone: string,
): { readonly exact: string; readonly short: string } {
  const moment = DateTime.fromISO(time, { zone });
  return { exact: exactText(moment), short: shortText(moment, language) };
}

// Luxon knows milliseconds; the fourth digit is always zero.
const exactText = (moment: DateTime): string =>
  moment.isValid ? `${moment.toFormat('yyyy/MM/dd HH:mm:ss:SSS')}0` : '';

const shortText = (moment: DateTime, language: string): string =>
  moment.isValid
    ? moment.setLocale(language).toLocaleString({
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
    : '';
