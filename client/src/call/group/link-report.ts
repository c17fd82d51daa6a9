import { type LinkQuality, linkOf } from '#client/call/link-stats.ts';
import { isSameLink } from '#protocol/call-quality.ts';
import type { Link } from '#protocol/signal/group-call.ts';

/** Figures that people look at once in a while need not be reported more often (SPEC.md, G13). */
const FIGURES_EVERY_MS = 6_000;
/** A tab that is closed loses at most so much of what goes to the history. */
const AT_LEAST_EVERY_MS = 30_000;
/** What the others compare with what they receive: of a camera that slows down they would take the rest for lost. */
const SLOWER = 0.75;

const isSameInWords = (one: Link, other: Link): boolean =>
  one.quality === other.quality && one.full === other.full;

/**
 * Tells of one's own connection: at once when it becomes better or worse in words, is full or no longer so, or its camera slows down, else
 * once in a while.
 *
 * @param send to the server
 * @param now of a clock in milliseconds
 * @returns takes each reading
 */
export function createLinkReport(
  send: (link: Link) => void,
  now: () => number = () => performance.now(),
): (reading: LinkQuality) => void {
  let reported: { readonly link: Link; readonly atMs: number } | null = null;
  return (reading) => {
    const link = linkOf(reading);
    const atMs = now();
    const isSlower = (link.sentFps ?? 0) < SLOWER * (reported?.link.sentFps ?? 0);
    if (reported && isSameInWords(reported.link, link) && !isSlower) {
      if (atMs - reported.atMs < FIGURES_EVERY_MS) return;
      if (isSameLink(reported.link, link) && atMs - reported.atMs < AT_LEAST_EVERY_MS) return;
    }
    reported = { link, atMs };
    send(link);
  };
}
