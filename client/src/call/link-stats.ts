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
  type Quality,
  qualityOf,
  readStats,
  type StatsReading,
  worseLoss,
} from '#client/media/connection-stats.ts';
import type { Link } from '#protocol/signal/group-call.ts';

const INTERVAL_MS = 2_000;
/** Finer steps say nothing about a call, and would be reported all the time. */
const ROUND_TRIP_STEP_MS = 5;
const MAX_ROUND_TRIP_MS = 60_000;

export interface LinkQuality {
  readonly stats: ConnectionStats;
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

/** Reads the statistics of a call's connections every two seconds, as if they were one. */
export function watchLinkStats(
  connections: readonly Measurable[],
  onReading: (reading: LinkQuality, audio: AudioLoss) => void,
): LinkStats {
  let previous: { readonly all: StatsReading; readonly audio: AudioReading } | null = null;
  const readAll = async (): Promise<{ readonly link: LinkQuality; readonly audio: AudioLoss } | null> => {
    try {
      const reports = await Promise.all(connections.map((connection) => connection.getStats()));
      const current = {
        all: mergeReadings(reports.map((report) => readStats(report))),
        audio: mergeAudio(reports.map((report) => readAudio(report))),
      };
      const stats = compareStats(previous?.all ?? null, current.all);
      const audio = compareAudio(previous?.audio ?? null, current.audio);
      previous = current;
      return { link: { stats, quality: qualityOf(stats) }, audio };
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

/** As it is told to others. */
export function linkOf({ stats }: LinkQuality): Link {
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
