import type { I18n } from '@lingui/core';
import { dateFormat } from '#client/i18n/formats.ts';
import type { SummaryKind } from '#protocol/summary-kinds.ts';
import { qualityText, setUpText } from './measured-text.ts';
import { reasonText } from './reason-text.ts';

/** A Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

const format = (locale: string, options: Intl.DateTimeFormatOptions, ms: number): string =>
  dateFormat(locale, { ...options, timeZone: 'UTC' }).format(ms);

const weekday = (locale: string, day: number, width: 'short' | 'long'): string =>
  format(locale, { weekday: width }, SUNDAY + day * DAY_MS);

const hourText = (hour: number): string => `${hour}:00`;

/** What a line is about. Days are the customer's: they are formatted as they are, in no zone. */
export interface KeyText {
  readonly full: string;
  /** In a row, where the year is known. */
  readonly row?: string;
  /** For an axis. */
  readonly short: string;
}

export function keyText(
  i18n: I18n,
  kind: SummaryKind,
  { key, name }: { readonly key: string; readonly name: string },
): KeyText {
  const { locale } = i18n;
  switch (kind) {
    case 'byday':
    case 'bypeak': {
      const ms = Date.parse(`${key}T00:00:00Z`);
      return {
        full: format(locale, { year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' }, ms),
        row: format(locale, { month: 'short', day: 'numeric', weekday: 'short' }, ms),
        short: format(locale, { month: 'short', day: 'numeric' }, ms),
      };
    }
    case 'bymonth': {
      const ms = Date.parse(`${key}-01T00:00:00Z`);
      return {
        full: format(locale, { year: 'numeric', month: 'long' }, ms),
        short: format(locale, { year: '2-digit', month: 'short' }, ms),
      };
    }
    case 'byhour':
      return {
        full: `${hourText(Number(key))}–${hourText(Number(key) + 1)}`,
        row: hourText(Number(key)),
        short: hourText(Number(key)),
      };
    case 'byweek':
      return { full: weekday(locale, Number(key), 'long'), short: weekday(locale, Number(key), 'short') };
    case 'byweekhour': {
      const [day = 0, hour = 0] = key.split('-').map(Number);
      return {
        full: `${weekday(locale, day, 'long')} ${hourText(hour)}`,
        short: weekday(locale, day, 'short'),
      };
    }
    case 'byreason': {
      const text = reasonText(i18n, key);
      return { full: text, short: text };
    }
    case 'bysetup': {
      const text = setUpText(i18n, key);
      return { full: text, short: text };
    }
    case 'byquality': {
      const text = qualityText(i18n, key);
      return { full: text, short: text };
    }
    case 'bypeerid':
    case 'bydevice':
      return { full: name, short: name };
  }
}

/** Sunday to Saturday. */
export const weekdays = (locale: string): readonly string[] =>
  Array.from({ length: 7 }, (_, day) => weekday(locale, day, 'short'));
