import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { qualityOfScore } from '#client/media/member-quality.ts';
import type { BitRates } from '#protocol/bit-rates.ts';
import { type LinkFigures, NOTICED_BUFFER_MS, type Quality } from '#protocol/call-quality.ts';

export interface KnownQuality {
  /** Null: not measured. */
  readonly quality: Quality | null;
  /** What it was measured by. */
  readonly link: LinkFigures | null;
  /** How well the media node receives what is sent, 0 to 10, where that counts too; null: it has not measured it. */
  readonly score?: number | null;
  /** Null: not known. */
  readonly bitRates?: BitRates | null;
}

const words = {
  good: msg`Good connection`,
  fair: msg`Fair connection`,
  poor: msg`Poor connection`,
  none: msg`Not measured yet`,
};

const inPercent = (share: number | null | undefined): number => Math.round((share ?? 0) * 100);

/** How well a connection is, in words, with the figures behind them. */
export const qualityText = (
  i18n: I18n,
  { quality, link, score = null, bitRates = null }: KnownQuality,
): string =>
  [
    i18n._(words[quality ?? 'none']),
    ...(link ? figuresOf(i18n, link) : []),
    ...(bitRates ? ratesOf(i18n, bitRates) : []),
    score !== null && qualityOfScore(score) !== 'good' && i18n._(msg`server receives ${score} of 10`),
  ]
    .filter(Boolean)
    .join(' · ');

const ratesOf = (i18n: I18n, { up, down }: BitRates) => [
  i18n._(msg`up ${up} kbps`),
  i18n._(msg`down ${down} kbps`),
];

function figuresOf(i18n: I18n, { roundTripMs, loss, concealed, frozen, bufferMs = 0, fps }: LinkFigures) {
  const lossPercent = inPercent(loss);
  const missingPercent = inPercent(concealed);
  const frozenPercent = inPercent(frozen);
  const slowFps = Math.round(fps ?? 0);
  const lateMs = Math.round(bufferMs);
  return [
    roundTripMs !== null && i18n._(msg`${roundTripMs} ms`),
    loss !== null && i18n._(msg`${lossPercent}% lost`),
    bufferMs >= NOTICED_BUFFER_MS && i18n._(msg`sound ${lateMs} ms late`),
    missingPercent > 0 && i18n._(msg`${missingPercent}% of sound missing`),
    frozenPercent > 0 && i18n._(msg`video frozen ${frozenPercent}% of the time`),
    fps !== undefined && i18n._(msg`${slowFps} frames per second`),
  ];
}

/** `qualityText` in the language of the interface. */
export function useQualityText(): (known: KnownQuality) => string {
  const { i18n } = useLingui();
  return (known) => qualityText(i18n, known);
}
