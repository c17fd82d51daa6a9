import {
  type ConnectionStats,
  compareStats,
  mergeReadings,
  type Quality,
  qualityOf,
  readStats,
  type StatsReading,
} from '#client/media/connection-stats.ts';

const INTERVAL_MS = 2_000;

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
  onReading: (reading: LinkQuality) => void,
): LinkStats {
  let previous: StatsReading | null = null;
  const read = async (): Promise<LinkQuality | null> => {
    try {
      const reports = await Promise.all(connections.map((connection) => connection.getStats()));
      const current = mergeReadings(reports.map((report) => readStats(report)));
      const stats = compareStats(previous, current);
      previous = current;
      return { stats, quality: qualityOf(stats) };
    } catch {
      // The connection was closed while it was read.
      return null;
    }
  };
  const timer = setInterval(() => {
    void read().then((reading) => reading && onReading(reading));
  }, INTERVAL_MS);
  return { read, close: () => clearInterval(timer) };
}
