import { freeDiskBytes } from '#platform/disk-space.ts';
import type { Logger } from '#platform/log.ts';
import { createOutageLog } from '#platform/outage-log.ts';
import { CannotStart } from '#server/cannot-start.ts';

const MEASURE_MS = 2_000;
/** A state ends at this multiple of the limit at which it began, so that it does not come and go at every write. */
const RELIEF = 1.1;

/**
 * How much space the disk of the database has.
 *
 * - `enough`: all is well.
 * - `low`: administrators are warned.
 * - `full`: only a reserve is left. Requests that begin something new are refused, because PostgreSQL ends without space for
 *   its write-ahead log, and every call with it. The reserve is for what goes on: heartbeats, calls in progress, deleting.
 */
export type DiskState = 'enough' | 'low' | 'full';

export interface DatabaseDisk {
  readonly state: DiskState;
  /** Since when; null while there is enough. */
  readonly since: Date | null;
  /** Null where it is not known. */
  readonly freeBytes: number | null;
}

export interface DatabaseDiskWatch extends DatabaseDisk {
  /** Can be called twice. */
  close(): void;
}

export interface DatabaseDiskOptions {
  /** On the disk of the database; null: that is elsewhere, and nothing is ever refused. */
  readonly folder: string | null;
  /** With less the state is `low`. */
  readonly warnFreeBytes: number;
  /** With less the state is `full`. */
  readonly minFreeBytes: number;
  readonly log: Logger;
  /** For tests; `freeDiskBytes` by default. */
  readonly measure?: (folder: string) => Promise<number>;
}

/** A database whose disk this server cannot see. */
export const UNSEEN_DISK: DatabaseDiskWatch = {
  state: 'enough',
  since: null,
  freeBytes: null,
  close: () => {},
};

/**
 * Measures the free space every two seconds, for the first time before it resolves.
 *
 * @throws CannotStart where there is no such folder
 */
export async function watchDatabaseDisk(options: DatabaseDiskOptions): Promise<DatabaseDiskWatch> {
  const { folder, log, measure = freeDiskBytes } = options;
  if (folder === null) return UNSEEN_DISK;
  const outages = createOutageLog(log, 'free space of the database');
  let now: DatabaseDisk = UNSEEN_DISK;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const look = async (isFirst = false): Promise<void> => {
    let freeBytes: number;
    try {
      freeBytes = await measure(folder);
    } catch (error) {
      if (isFirst && isMissing(error)) throw new CannotStart(`DATABASE_FOLDER: there is no folder ${folder}`);
      return outages.lost(error);
    }
    outages.regained();
    const state = stateOf(freeBytes, now.state, options);
    if (state === now.state) now = { ...now, freeBytes };
    else {
      now = { state, freeBytes, since: state === 'enough' ? null : new Date() };
      logState(state, freeBytes, options);
    }
  };
  const lookLater = (): void => {
    if (!closed) timer = setTimeout(() => void look().then(lookLater), MEASURE_MS);
  };
  await look(true);
  lookLater();

  return {
    get state() {
      return now.state;
    },
    get since() {
      return now.since;
    },
    get freeBytes() {
      return now.freeBytes;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

function stateOf(
  freeBytes: number,
  before: DiskState,
  { warnFreeBytes, minFreeBytes }: DatabaseDiskOptions,
): DiskState {
  const isBelow = (limit: number, wasBelow: boolean) => freeBytes < (wasBelow ? limit * RELIEF : limit);
  if (isBelow(minFreeBytes, before === 'full')) return 'full';
  return isBelow(warnFreeBytes, before !== 'enough') ? 'low' : 'enough';
}

function logState(
  state: DiskState,
  freeBytes: number,
  { log, warnFreeBytes, minFreeBytes }: DatabaseDiskOptions,
): void {
  if (state === 'full')
    log.error({ freeBytes, minFreeBytes }, 'disk of the database is full: new writes are refused');
  else if (state === 'low') log.warn({ freeBytes, warnFreeBytes }, 'disk of the database is filling up');
  else log.info({ freeBytes }, 'disk of the database has enough space again');
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
