import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { numberFormat } from '#client/i18n/formats.ts';
import { LONGER, setUpBounds } from '#protocol/summary-kinds.ts';

/** `0.85 sec` */
export const secondsText = (locale: string, ms: number): string =>
  numberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 2 }).format(ms / 1000);

/** What a line of set-up times counts. */
export function setUpText(i18n: I18n, key: string): string {
  const time = secondsText(i18n.locale, key === LONGER ? Math.max(...setUpBounds) : Number(key));
  return key === LONGER ? i18n._(msg`over ${time}`) : i18n._(msg`up to ${time}`);
}

const qualities: Readonly<Record<string, MessageDescriptor>> = {
  good: msg`Good`,
  fair: msg`Fair`,
  poor: msg`Poor`,
};

/** How connections were, in words. */
export const qualityText = (i18n: I18n, quality: string): string => {
  const text = qualities[quality];
  return text ? i18n._(text) : quality;
};
