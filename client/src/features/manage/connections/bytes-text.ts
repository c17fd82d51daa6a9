import { numberFormat } from '#client/i18n/formats.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;
/** From ten of a unit on, a fraction says nothing. */
const WHOLE_FROM = 10;

/**
 * An amount of data as people write it: `1.2 MB`.
 *
 * @param language BCP 47 tag
 */
export function bytesText(bytes: number, language: string): string {
  let [value, unit] = [bytes, 0];
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit++;
  }
  const maximumFractionDigits = unit === 0 || value >= WHOLE_FROM ? 0 : 1;
  return numberFormat(language, {
    style: 'unit',
    unit: UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits,
  }).format(value);
}
