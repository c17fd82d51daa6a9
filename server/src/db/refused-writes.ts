import type { Logger } from '#platform/log.ts';
import { createOutageLog } from '#platform/outage-log.ts';

/** SQLSTATE of a database that answers and takes no writes: its disk is full; it is a standby, or was made read-only. */
const REFUSED_SQLSTATES: ReadonlySet<unknown> = new Set(['53100', '25006']);
/** This long after the last refusal writes are tried again by everyone. */
const REFUSED_FOR_MS = 30_000;

export const isRefusedWrite = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && REFUSED_SQLSTATES.has(error.code);

/** Whether the database refuses what is written: one line in the log when that begins and one when it is over. */
export interface RefusedWrites {
  /** Is told of every query that failed, with any error. */
  notice(error: unknown): void;
  /** Whether a write was refused in the last 30 s. */
  readonly now: boolean;
  close(): void;
}

export function watchRefusedWrites(log: Logger): RefusedWrites {
  const outages = createOutageLog(log, 'database writes');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  return {
    notice(error) {
      if (closed || !isRefusedWrite(error)) return;
      outages.lost(error);
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        outages.regained();
      }, REFUSED_FOR_MS);
    },
    get now() {
      return timer !== undefined;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
