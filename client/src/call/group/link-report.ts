import { type LinkQuality, linkOf } from '#client/call/link-stats.ts';
import type { Link } from '#protocol/signal/group-call.ts';

/** Figures that people look at once in a while need not be reported more often (SPEC.md, G13). */
const FIGURES_EVERY_MS = 6_000;
/** A tab that is closed loses at most so much of what goes to the history. */
const AT_LEAST_EVERY_MS = 30_000;

/**
 * Tells of one's own connection: at once when it becomes better or worse in words, else once in a while.
 *
 * @param send to the server
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
      const isSame = reported.link.loss === link.loss && reported.link.roundTripMs === link.roundTripMs;
      if (isSame && atMs - reported.atMs < AT_LEAST_EVERY_MS) return;
    }
    reported = { reading, link, atMs };
    send(link);
  };
}
