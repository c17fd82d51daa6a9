import { DateTime } from 'luxon';

/** What luxon calls the browser's own time zone. */
export const OWN_ZONE = 'local';

/**
 * The moment of a date and a time, as the API has it; null without a date.
 *
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM`; empty: `otherwise`
 * @param zone IANA name of the time zone that they are in
 */
export const momentOf = (date: string, time: string, otherwise: string, zone: string): string | null =>
  date === ''
    ? null
    : DateTime.fromISO(`${date}T${time || otherwise}`, { zone })
        .toUTC()
        .toISO();

/** The date of a moment in a time zone; empty without one. */
export const dateOf = (moment: string | null, zone: string): string =>
  moment === null ? '' : DateTime.fromISO(moment, { zone }).toFormat('yyyy-MM-dd');

/** The time of a moment in a time zone, to the minute; empty without one. */
export const timeOf = (moment: string | null, zone: string): string =>
  moment === null ? '' : DateTime.fromISO(moment, { zone }).toFormat('HH:mm');
