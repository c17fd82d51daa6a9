export const qualities = ['good', 'fair', 'poor'] as const;
/** How a connection feels to people. */
export type Quality = (typeof qualities)[number];

/** What a browser measures of its connection; null or absent: not measured. */
export interface LinkFigures {
  /** Share of the packets that were lost, 0 to 1: the worse direction. */
  readonly loss: number | null;
  readonly roundTripMs: number | null;
  /** Share of the received sound that the browser had to make up, 0 to 1. */
  readonly concealed?: number;
  /** Share of the time for which a received picture stood still, 0 to 1. */
  readonly frozen?: number;
  /** How long received sound waits in the jitter buffer. */
  readonly bufferMs?: number;
  /** Frames a second of a picture that loses many of its frames on the way; absent: none does. */
  readonly fps?: number;
}

/** From here on people notice how long sound waits in the jitter buffer. */
export const NOTICED_BUFFER_MS = 250;

/**
 * Loss that Opus with FEC hides, and delay that a conversation does not notice (ITU-T G.114: 150 ms one way). Sound made up
 * counts as loss that nothing has hidden. Shorter freezes than a tenth of the time are single ones, which people forgive.
 */
const FAIR = {
  loss: 0.03,
  roundTripMs: 300,
  concealed: 0.03,
  frozen: 0.1,
  bufferMs: NOTICED_BUFFER_MS,
  fps: 12,
};
/**
 * Loss that is heard and seen, and delay at which people begin to speak at the same time (ITU-T G.114: 400 ms one way, of which
 * the buffer alone may be the whole). Sound made up and frames a second are those from which Microsoft's Call Quality
 * Dashboard calls a stream poor (7% on average, below 7 frames a second).
 */
const POOR = { loss: 0.1, roundTripMs: 600, concealed: 0.07, frozen: 0.25, bufferMs: 400, fps: 7 };

/** The worst of what is seen and heard, of loss and of delay; what was not measured says nothing. */
export function qualityOf(link: LinkFigures): Quality {
  if (isBeyond(link, POOR)) return 'poor';
  return isBeyond(link, FAIR) ? 'fair' : 'good';
}

const GROWING = ['loss', 'roundTripMs', 'concealed', 'frozen', 'bufferMs'] as const;
const isBeyond = (link: LinkFigures, limit: typeof POOR): boolean =>
  GROWING.some((figure) => (link[figure] ?? 0) >= limit[figure]) || (link.fps ?? limit.fps) < limit.fps;

/** What is reported: also how many frames a second one's own camera gives, and the word that one is shown oneself. */
interface ReportedFigures extends LinkFigures {
  readonly sentFps?: number;
  readonly full?: boolean;
  readonly quality?: Quality;
}
const REPORTED = [...GROWING, 'fps', 'sentFps', 'full', 'quality'] as const;

/** Whether two reports say the same. */
export const isSameLink = (one: ReportedFigures | null, other: ReportedFigures | null): boolean =>
  one === other ||
  (one !== null && other !== null && REPORTED.every((figure) => one[figure] === other[figure]));
