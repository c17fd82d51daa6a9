import type { LinkQuality } from '#client/call/link-stats.ts';
import { worseLoss } from '#client/media/connection-stats.ts';
import type { Link } from '#protocol/signal/group-call.ts';

/** Figures that people look at once in a while need not be reported more often (SPEC.md, G13). */
const FIGURES_EVERY_MS = 6_000;
/** Finer steps say nothing about a call, and would be reported all the time. */
const ROUND_TRIP_STEP_MS = 5;
const MAX_ROUND_TRIP_MS = 60_000;

/**
 * Tells of one's own connection: at once when it becomes better or worse in words, else once in a while.
 *
 * @param send to the others
 * @param now of a clock in milliseconds
 * @returns takes each reading
 */
export function createLinkReport(
  send: (link: Link) => void,
  now: () => number = () => performance.now(),
): (reading: LinkQuality) => void {
  let reported: { readonly reading: LinkQuality; readonly link: Link; readonly atMs: number } | null = null;
  return (reading) => {
    const link = linkOf(reading);
    const atMs = now();
    if (reported?.reading.quality === reading.quality) {
      if (atMs - reported.atMs < FIGURES_EVERY_MS) return;
      if (reported.link.loss === link.loss && reported.link.roundTripMs === link.roundTripMs) return;
    }
    reported = { reading, link, atMs };
    send(link);
  };
}

function linkOf({ stats }: LinkQuality): Link {
  const loss = worseLoss(stats);
  const { roundTripMs } = stats;
  return {
    loss: loss === null ? null : Math.round(loss * 100) / 100,
    roundTripMs:
      roundTripMs === null
        ? null
        : Math.min(MAX_ROUND_TRIP_MS, Math.ceil(roundTripMs / ROUND_TRIP_STEP_MS) * ROUND_TRIP_STEP_MS),
  };
}
