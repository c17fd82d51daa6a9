/** Missing from the browsers' lists of time zones. */
const UTC = 'UTC';

export interface TimeZone {
  /** IANA name. */
  readonly name: string;
  /** Its difference from UTC now, and what it is called. */
  readonly words: string;
}

/** Whether it is the IANA name of a time zone; an offset such as +09:00 is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** All time zones that the browser knows, by name. */
export const allTimeZones = (language: string): readonly TimeZone[] =>
  [UTC, ...Intl.supportedValuesOf('timeZone').filter((name) => name !== UTC)].map((name) => ({
    name,
    words: `${partOf(name, language, 'shortOffset')} ${partOf(name, language, 'longGeneric')}`,
  }));

/** What a time zone is called, with its difference from UTC: 'Japan Time, GMT+9'. */
export const timeZoneText = (name: string, language: string): string =>
  isTimeZone(name)
    ? `${partOf(name, language, 'longGeneric')}, ${partOf(name, language, 'shortOffset')}`
    : name;

const partOf = (timeZone: string, language: string, timeZoneName: 'shortOffset' | 'longGeneric'): string =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
