import {
  type ConnectionStats,
  compareStats,
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
  /** One more reading, now; null where the connection has nothing to say any more. */
  read(): Promise<LinkQuality | null>;
  close(): void;
}

/** Reads the statistics of a connection every two seconds. */
export function watchLinkStats(
  getStats: () => Promise<RTCStatsReport>,
  onReading: (reading: LinkQuality) => void,
): LinkStats {
  let previous: StatsReading | null = null;
  const read = async (): Promise<LinkQuality | null> => {
    try {
      const current = readStats(await getStats());
      const stats = compareStats(previous, current);
      previous = current;
      return { stats, quality: qualityOf(stats) };
    } catch {
      // The connection was closed meanwhile.
      return null;
    }
  };
  const timer = setInterval(() => {
    void read().then((reading) => reading && onReading(reading));
  }, INTERVAL_MS);
  return { read, close: () => clearInterval(timer) };
}
