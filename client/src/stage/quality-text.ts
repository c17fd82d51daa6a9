import { useLingui } from '@lingui/react/macro';
import type { LinkFigures, Quality } from '#protocol/call-quality.ts';

export interface KnownQuality {
  /** Null: not measured. */
  readonly quality: Quality | null;
  /** What it was measured by. */
  readonly link: LinkFigures | null;
}

const inPercent = (share: number | null | undefined): number => Math.round((share ?? 0) * 100);

/** How well a connection is, in words, with the figures behind them. */
export function useQualityText(): (known: KnownQuality) => string {
  const { t } = useLingui();
  return ({ quality, link }) => {
    const words = {
      good: t`Good connection`,
      fair: t`Fair connection`,
      poor: t`Poor connection`,
      none: t`Not measured yet`,
    }[quality ?? 'none'];
    if (!link) return words;
    const { roundTripMs, loss, fps } = link;
    const lossPercent = inPercent(loss);
    const missingPercent = inPercent(link.concealed);
    const frozenPercent = inPercent(link.frozen);
    const slowFps = Math.round(fps ?? 0);
    return [
      words,
      roundTripMs !== null && t`${roundTripMs} ms`,
      loss !== null && t`${lossPercent}% lost`,
      missingPercent > 0 && t`${missingPercent}% of sound missing`,
      frozenPercent > 0 && t`video frozen ${frozenPercent}% of the time`,
      fps !== undefined && t`${slowFps} frames per second`,
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
