export const qualities = ['good', 'fair', 'poor'] as const;
/** How a connection feels to people. */
export type Quality = (typeof qualities)[number];

/** Loss that Opus with FEC hides, and delay that a conversation does not notice (ITU-T G.114: 150 ms one way). */
const FAIR = { loss: 0.03, roundTripMs: 300 };
/** Loss that is heard and seen, and delay at which people begin to speak at the same time. */
const POOR = { loss: 0.1, roundTripMs: 600 };

/** The worse of loss (0 to 1) and delay; what was not measured says nothing. */
export function qualityOf(link: {
  readonly loss: number | null;
  readonly roundTripMs: number | null;
}): Quality {
  const loss = link.loss ?? 0;
  const roundTripMs = link.roundTripMs ?? 0;
  if (loss >= POOR.loss || roundTripMs >= POOR.roundTripMs) return 'poor';
  if (loss >= FAIR.loss || roundTripMs >= FAIR.roundTripMs) return 'fair';
  return 'good';
}
