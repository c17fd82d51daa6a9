import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { urlForPg } from '#server/database-url.ts';
import { databaseProblem } from '#server/db/database-problem.ts';
import { SetUpError } from './set-up-error.ts';

/** How long a command waits for a connection. A database that hangs accepts it and doesn't answer. */
export const CONNECT_LIMIT_MS = 5_000;
const RETRY_MS = 500;

export interface ReachOptions {
  /** How long to wait for a database that may still be starting; by default one attempt is made. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Checks that the database of `DATABASE_URL` accepts connections.
 *
 * @throws SetUpError that says why it does not
 */
export async function reachDatabase(
  url: string,
  { patienceMs = 0, signal }: ReachOptions = {},
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let isFirst = true; ; isFirst = false) {
    const error = await connectionError(url);
    if (error === undefined) return;
    signal?.throwIfAborted();
    const { reason, mayPass } = databaseProblem(error);
    if (!mayPass || Date.now() >= deadline) {
      throw new SetUpError(`The database cannot be used: ${reason}. Check DATABASE_URL.`);
    }
    if (isFirst) {
      console.error(`Waiting up to ${patienceMs / 1_000} s for the database of DATABASE_URL: ${reason}`);
    }
    await sleep(RETRY_MS, undefined, signal && { signal });
  }
}

/** A failure that lies with the database, such as its full disk or a lost connection, as a `SetUpError`; any other error as it is. */
export function explainDatabaseError(error: unknown): unknown {
  const { reason, mayPass } = databaseProblem(error);
  return mayPass ? new SetUpError(`The database cannot be used: ${reason}.`, { cause: error }) : error;
}

/** Undefined where the database accepts a connection. */
export async function connectionError(url: string): Promise<unknown> {
  try {
    const client = new Client({ connectionString: urlForPg(url), connectionTimeoutMillis: CONNECT_LIMIT_MS });
    // Errors after the first one, which has been thrown.
    client.on('error', () => {});
    try {
      await client.connect();
    } finally {
      await client.end();
    }
    return undefined;
  } catch (error) {
    return error;
  }
}
