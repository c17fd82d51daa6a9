import type { Logger } from './log.ts';
import { reasonOf } from './reason.ts';

/** One line when something that is needed is lost and one when it is back, however often either is noticed. */
export interface OutageLog {
  lost(cause?: unknown): void;
  regained(): void;
}

/** @param what how the lines name it, e.g. `bus` */
export function createOutageLog(log: Logger, what: string): OutageLog {
  let lostAt: number | undefined;
  return {
    lost(cause) {
      if (lostAt !== undefined) return;
      lostAt = performance.now();
      log.warn({ ...(cause !== undefined && { reason: reasonOf(cause) }) }, `Lost: ${what}`);
    },
    regained() {
      if (lostAt === undefined) return;
      log.info({ awayMs: Math.round(performance.now() - lostAt) }, `Regained: ${what}`);
      lostAt = undefined;
    },
  };
}
