import { DateTime } from 'luxon';

/** A moment as the specification shows it, in the browser's time zone: `YYYY/MM/DD HH:mm:ss:SSSS`, with four digits of a second. */
export function dateTimeText(time: string): string {
  const moment = DateTime.fromISO(time);
  // Luxon knows milliseconds; the fourth digit is always zero.
  return moment.isValid ? `${moment.toFormat('yyyy/MM/dd HH:mm:ss:SSS')}0` : '';
}
