import { useLingui } from '@lingui/react/macro';
import type { Quality } from '#client/media/connection-stats.ts';

export interface KnownQuality {
  /** Null: not measured. */
  readonly quality: Quality | null;
  /** What it was measured by; `loss` from 0 to 1. */
  readonly link: { readonly roundTripMs: number | null; readonly loss: number | null } | null;
}

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
    const { roundTripMs, loss } = link;
    const lossPercent = Math.round((loss ?? 0) * 100);
    return [words, roundTripMs !== null && t`${roundTripMs} ms`, loss !== null && t`${lossPercent}% lost`]
      .filter(Boolean)
      .join(' · ');
  };
}
