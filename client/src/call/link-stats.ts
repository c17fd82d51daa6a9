import { createCongestion } from '#client/call/congestion.ts';
import {
  type AudioLoss,
  type AudioReading,
  compareAudio,
  mergeAudio,
  readAudio,
} from '#client/media/audio-loss.ts';
import {
  type ConnectionStats,
  compareStats,
  mergeReadings,
  readStats,
  type StatsReading,
  worseLoss,
} from '#client/media/connection-stats.ts';
import {
  type ExpectedPictures,
  mergeMedia,
  type Perceived,
  perceive,
  readMedia,
  type Seen,
  sentFpsOf,
} from '#client/media/perceived.ts';
import { notShown, type SteadyQuality, steadyAfter } from '#client/media/steady-quality.ts';
import { type LinkFigures, type Quality, qualityOf } from '#protocol/call-quality.ts';
import type { Link } from '#protocol/signal/group-call.ts';

const INTERVAL_MS = 2_000;
/** Finer steps say nothing about a call, and would be reported all the time. */
const ROUND_TRIP_STEP_MS = 5;
const BUFFER_STEP_MS = 50;
const FPS_STEP = 5;
const MAX_DELAY_MS = 60_000;

export interface LinkQuality {
  readonly stats: ConnectionStats;
  readonly perceived: Perceived;
  /** Frames a second of one's own camera; null: it is off, or the browser does not tell. */
  readonly sentFps: number | null;
  /** The line carries no more (congestion.ts). */
  readonly full: boolean;
  /** As it is shown: it follows the figures without flapping. */
  readonly quality: Quality;
}

export interface LinkStats {
  /** One more reading, now; null once the connection is closed. */
  read(): Promise<LinkQuality | null>;
  close(): void;
}

/** A peer connection, or mediasoup-client's wrapping of one. */
interface Measurable {
  getStats(): Promise<RTCStatsReport>;
}

export interface LinkStatsOptions {
  readonly connections: readonly Measurable[];
  /** What should be seen to move now. */
  readonly pictures: () => ExpectedPictures;
  /** One's own track; null: the camera is off. */
  readonly camera: () => MediaStreamTrack | null;
  readonly onReading: (reading: LinkQuality, audio: AudioLoss) => void;
}

/** Nobody sees a page in the background, and browsers save work on it. */
const isSeen = (): boolean => typeof document === 'undefined' || document.visibilityState === 'visible';

/** Reads the statistics of a call's connections every two seconds, as if they were one. */
export function watchLinkStats({ connections, pictures, camera, onReading }: LinkStatsOptions): LinkStats {
  let previous: { readonly all: StatsReading; readonly audio: AudioReading; readonly seen: Seen } | null =
    null;
  const isFull = createCongestion();
  let steady: SteadyQuality = notShown;
  const readAll = async (): Promise<{ readonly link: LinkQuality; readonly audio: AudioLoss } | null> => {
    try {
      const reports = await Promise.all(connections.map((connection) => connection.getStats()));
      const all = mergeReadings(reports.map((report) => readStats(report)));
      const heard = mergeAudio(reports.map((report) => readAudio(report)));
      const media = mergeMedia(reports.map((report) => readMedia(report)));
      const { perceived, seen } = perceive(previous?.seen ?? null, media, isSeen() ? pictures() : new Map());
      const stats = compareStats(previous?.all ?? null, all);
      const audio = compareAudio(previous?.audio ?? null, heard);
      previous = { all, audio: heard, seen };
      const measured = qualityOf(figuresOf(stats, perceived));
      steady = steadyAfter(steady, measured, perceived.frozen);
      const quality = steady.shown ?? measured;
      const sentFps = sentFpsOf(media, camera()?.id ?? null);
      const full = isFull(stats.roundTripMs);
      return { link: { stats, perceived, sentFps, full, quality }, audio };
    } catch {
      // The connection was closed while it was read.
      return null;
    }
  };
  const timer = setInterval(() => {
    void readAll().then((reading) => reading && onReading(reading.link, reading.audio));
  }, INTERVAL_MS);
  return {
    read: async () => (await readAll())?.link ?? null,
    close: () => clearInterval(timer),
  };
}

const figuresOf = (stats: ConnectionStats, { concealed, frozen, bufferMs, fps }: Perceived): LinkFigures => ({
  loss: worseLoss(stats),
  roundTripMs: stats.roundTripMs,
  ...(concealed !== null && { concealed }),
  ...(frozen !== null && { frozen }),
  ...(bufferMs !== null && { bufferMs }),
  ...(fps !== null && { fps }),
});

const inSteps = (value: number, step: number): number =>
  Math.min(MAX_DELAY_MS, Math.ceil(value / step) * step);
const inPercent = (share: number): number => Math.round(share * 100) / 100;

/** As it is told to others. */
export function linkOf({ stats, perceived, sentFps, full, quality }: LinkQuality): Link {
  const { loss, roundTripMs, concealed, frozen, bufferMs, fps } = figuresOf(stats, perceived);
  return {
    loss: loss === null ? null : inPercent(loss),
    roundTripMs: roundTripMs === null ? null : inSteps(roundTripMs, ROUND_TRIP_STEP_MS),
    ...(concealed !== undefined && { concealed: inPercent(concealed) }),
    ...(frozen !== undefined && { frozen: inPercent(frozen) }),
    ...(bufferMs !== undefined && { bufferMs: inSteps(bufferMs, BUFFER_STEP_MS) }),
    ...(fps !== undefined && { fps: Math.round(fps) }),
    ...(sentFps !== null && { sentFps: Math.round(sentFps / FPS_STEP) * FPS_STEP }),
    ...(full && { full }),
    quality,
  };
}
