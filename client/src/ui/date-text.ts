import { DateTime } from 'luxon';
import { localeTag } from '#client/i18n/language.ts';

/** Stands for a moment whose time zone is not known yet. */
const NOT_YET = '…';

/**
 * A moment as the specification shows it: `YYYY/MM/DD HH:mm:ss:SSSS`, with four digits of a second.
 *
 * @param zone IANA name of the time zone; the browser's by default. Null, not known yet: an ellipsis.
 */
export const dateTimeText = (time: string, zone: string | null = 'default'): string =>
  zone === null ? NOT_YET : exactText(DateTime.fromISO(time, { zone }));

/**
 * A moment as people write it, to the minute: `22 Nov 2026, 14:00`, `2026年11月22日（日）14:00`.
 *
 * @param language code of a language
 * @param zone IANA name of the time zone; the browser's by default. Null, not known yet: an ellipsis.
 */
export const shortTimeText = (time: string, language: string, zone: string | null = 'default'): string =>
  zone === null ? NOT_YET : shortText(DateTime.fromISO(time, { zone }), language);

/** All texts of one moment, which is parsed once; each text is made when it is read. */
export interface TimeTexts {
  readonly exact: string;
  /** `22 Nov 2026, 14:00`, `2026年11月22日（日）14:00`. */
  readonly short: string;
  /** For table cells, about as wide in every language: `22 Nov 2026, 14:00`, `2026/11/22 14:00`. */
  readonly narrow: string;
  /** The same to the second: `22 Nov 2026, 14:00:05`, `2026/11/22 14:00:05`. */
  readonly narrowExact: string;
}

/** @param zone null, not known yet: every text is an ellipsis */
export function timeTexts(time: string, language: string, zone: string | null): TimeTexts {
  if (zone === null) return { exact: NOT_YET, short: NOT_YET, narrow: NOT_YET, narrowExact: NOT_YET };
  const moment = DateTime.fromISO(time, { zone });
  return {
    get exact() {
      return exactText(moment);
    },
    get short() {
      return shortText(moment, language);
    },
    get narrow() {
      return narrowText(moment, language, 'HH:mm');
    },
    get narrowExact() {
      return narrowText(moment, language, 'HH:mm:ss');
    },
  };
}

type Clock = 'HH:mm' | 'HH:mm:ss';

const narrowText = (moment: DateTime, language: string, clock: Clock): string =>
  language === 'ja' && moment.isValid
    ? moment.toFormat(`yyyy/MM/dd ${clock}`)
    : shortText(moment, language, clock);

// Luxon knows milliseconds; the fourth digit is always zero.
const exactText = (moment: DateTime): string =>
  moment.isValid ? `${moment.toFormat('yyyy/MM/dd HH:mm:ss:SSS')}0` : '';

function shortText(moment: DateTime, language: string, clock: Clock = 'HH:mm'): string {
  if (!moment.isValid) return '';
  const local = moment.setLocale(localeTag(language));
  const time = local.toFormat(clock);
  if (language === 'ja') {
    const day = local.toLocaleString({ year: 'numeric', month: 'long', day: 'numeric' });
    return `${day}（${local.toLocaleString({ weekday: 'short' })}）${time}`;
  }
  return `${local.toLocaleString({ year: 'numeric', month: 'short', day: 'numeric' })}, ${time}`;
}
