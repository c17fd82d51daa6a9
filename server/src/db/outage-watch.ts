import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import { createOutageLog } from '#platform/outage-log.ts';
import { toAppError } from '#server/errors.ts';
import type { Db } from './database.ts';
import { isRefusedWrite } from './refused-writes.ts';

const PROBE_INTERVAL_MS = 1_000;

/** Everyone who meets an error of the database reports it here, so that an outage is one line when it begins and one when it ends. */
export interface DatabaseOutages {
  /** Whether the error says that the database is away; anything else is for the caller to log. */
  suspect(error: unknown): boolean;
  /** A connection has broken, which says that the database may be away. */
  connectionLost(error: unknown): void;
  close(): void;
}

export function watchDatabaseOutages(db: Db, log: Logger): DatabaseOutages {
  const outages = createOutageLog(log, 'database');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const probe = async () => {
    try {
      await sql`select 1`.execute(db);
      timer = undefined;
      outages.regained();
    } catch {
      if (!closed) timer = setTimeout(probe, PROBE_INTERVAL_MS);
    }
  };

  const connectionLost = (error: unknown) => {
    if (closed) return;
    outages.lost(error);
    timer ??= setTimeout(probe, PROBE_INTERVAL_MS);
  };

  return {
    connectionLost,
    suspect(error) {
      // The database is there, and its refusals have lines of their own.
      if (isRefusedWrite(error)) return true;
      if (toAppError(error).code !== 'service-unavailable') return false;
      connectionLost(error);
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
