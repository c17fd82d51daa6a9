import { useLingui } from '@lingui/react/macro';
import type { Person } from './people.ts';

/** How well somebody's connection is, in words. */
export function useQualityText(): (person: Person) => string {
  const { t } = useLingui();
  return ({ quality, link }) => {
    const words = {
      good: t`Good connection`,
      fair: t`Fair connection`,
      poor: t`Poor connection`,
      none: t`Not measured yet`,
    }[quality ?? 'none'];
    if (!link) return words;
    const { roundTripMs } = link;
    const lossPercent = Math.round((link.loss ?? 0) * 100);
    return [
      words,
      roundTripMs !== null && t`${roundTripMs} ms`,
      link.loss !== null && t`${lossPercent}% lost`,
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
