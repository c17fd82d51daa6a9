/** Consumers that fill a worker's core, by mediasoup's own word (mediasoup.org, scalability). */
const CONSUMERS_A_WORKER = 500;
/** What a room without consumers soon needs, so that rooms that open in one burst spread. */
const EXPECTED_CONSUMERS_A_ROOM = 10;

interface Counts {
  readonly rooms: number;
  readonly consumers: number;
}

/**
 * What workers have to carry, by which the least loaded one is chosen. CPU alone lags by a heartbeat, and consumers alone know
 * nothing of bit rates: both count.
 *
 * @param load of the CPU of these workers, 0 to 1
 * @param workers at least one
 */
export function expectedLoad(load: number, workers: readonly Counts[]): number {
  const consumers = workers.reduce(
    (sum, worker) => sum + worker.consumers + worker.rooms * EXPECTED_CONSUMERS_A_ROOM,
    0,
  );
  return load + consumers / (CONSUMERS_A_WORKER * workers.length);
}
