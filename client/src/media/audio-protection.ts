/*
 * How speech is protected against loss, and when. The figures were measured in Chromium 156 with speech, at 10 and 20 %
 * random loss and round trips of 40 and 150 ms, between two pages and through a media node.
 */

/** Loss, 0 to 1, from which speech is protected: below 3 % speech is good without (ITU-T G.1010, table I.1). */
export const LOSSY_FROM = 0.02;
/** A line counts as good again after this much time with less loss than this. Reports of loss come every 5 s. */
const GOOD_BELOW = 0.01;
const GOOD_FOR_MS = 20_000;

/** kbit/s below which Opus sends too little beside RED: at 16, 4.4 % is concealed at 20 % loss, at 24 it is 1.9 %. */
const RED_KBPS = 24;
/** kbit/s below which libopus saves on the copies of its FEC: at 16 it makes none, at 24 none if NACK hides the loss. */
const FEC_KBPS = 32;

/** A packet that is sent again comes about one and a half round trips late, and a packet of FEC two frames late. */
const JITTER_BASE_MS = 56;
const JITTER_PER_ROUND_TRIP = 1.6;
/** A conversation suffers from more (ITU-T G.114: 400 ms one way). */
const MAX_JITTER_MS = 400;
/** The target follows the round trip in such steps: each change bends the sound a little. */
const JITTER_STEP_MS = 20;

/** What is known of a line that audio takes. */
export interface AudioLine {
  readonly lossy: boolean;
  /** Since when a lossy line has been good; null: it is not. */
  readonly goodSinceMs: number | null;
}

export const goodLine: AudioLine = { lossy: false, goodSinceMs: null };

/**
 * @param loss since the last reading, 0 to 1; null: nothing is known, and the line is taken to be as before
 * @param nowMs of a clock that is never set
 * @param full the line is full (congestion.ts): it loses what is too much, and all that protects would be more
 */
export function lineAfter(line: AudioLine, loss: number | null, nowMs: number, full = false): AudioLine {
  if (full) return goodLine;
  if (loss === null) return line;
  if (loss >= LOSSY_FROM) return { lossy: true, goodSinceMs: null };
  if (!line.lossy) return line;
  if (loss >= GOOD_BELOW) return { lossy: true, goodSinceMs: null };
  const goodSinceMs = line.goodSinceMs ?? nowMs;
  return nowMs - goodSinceMs >= GOOD_FOR_MS ? goodLine : { lossy: true, goodSinceMs };
}

/**
 * kbit/s for speech in Opus: what was set, and under loss at least what the repair needs.
 *
 * @param repair `red`: each packet carries the one before it again (RFC 2198); `fec`: Opus does in its own packets
 */
export function speechKbps(setting: number, lossy: boolean, repair: 'red' | 'fec'): number {
  if (!lossy) return setting;
  return Math.max(setting, repair === 'red' ? RED_KBPS : FEC_KBPS);
}

/**
 * How long received audio should wait for what is sent again, in ms; null: as the browser decides.
 *
 * @param roundTripMs the longer one of both sides to the media node; null: not known
 * @param current the target in force
 */
export function jitterTarget(
  lossy: boolean,
  roundTripMs: number | null,
  current: number | null,
): number | null {
  if (!lossy) return null;
  const wanted = Math.min(MAX_JITTER_MS, JITTER_BASE_MS + JITTER_PER_ROUND_TRIP * (roundTripMs ?? 0));
  if (current !== null && Math.abs(wanted - current) < JITTER_STEP_MS) return current;
  return Math.ceil(wanted / JITTER_STEP_MS) * JITTER_STEP_MS;
}
