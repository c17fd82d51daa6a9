import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { type ClientBase, Pool, types } from 'pg';
import { urlForPg } from '#server/database-url.ts';
import { answeredInTime } from './answered-in-time.ts';
import type { Schema } from './schema.ts';

/** Queries outside of a transaction, or code that may start one. */
export type Db = Kysely<Schema>;
/** Queries that must belong to the caller's transaction. */
export type Trx = Transaction<Schema>;

export interface DatabaseOptions {
  /** `postgres://…`, TCP or Unix socket. */
  readonly url: string;
  /** Connections at most; 10 by default. */
  readonly poolSize?: number;
  /** Milliseconds for a free connection, after which a query fails (503); 5,000 by default. */
  readonly connectTimeoutMs?: number;
  /**
   * Milliseconds for one statement; 30,000 by default, 0: no limit. PostgreSQL ends it then; where it does not answer either,
   * the connection is given up `ANSWER_MARGIN_MS` later.
   */
  readonly statementTimeoutMs?: number;
  /** Milliseconds that a statement waits for a lock; no limit of its own by default. */
  readonly lockTimeoutMs?: number;
  /** Told when a connection breaks, e.g. since PostgreSQL restarts; the pool replaces it by itself. */
  readonly onLostConnection?: (error: Error) => void;
  /** Told of every query that fails. */
  readonly onError?: (error: unknown) => void;
}

const DEFAULT_CONNECT_TIMEOUT_MS = 5_000;
const DEFAULT_STATEMENT_TIMEOUT_MS = 30_000;
/** By which PostgreSQL's answer may come later than its limit. */
const ANSWER_MARGIN_MS = 5_000;
/** A transaction that a bug left open must not hold its locks for ever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

/**
 * Seconds. PostgreSQL notices within a minute that the machine of a client is gone, and ends what its connections held; by default after
 * two hours. Without effect on a Unix socket.
 */
const KEEPALIVES = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' };

/** Of all sessions: where no zone is named, days and times are no matter of how PostgreSQL is set. */
export const SESSION_ZONE = 'UTC';

/** PostgreSQL's settings of each connection, by name. */
const sessionSettings = (options: DatabaseOptions): Readonly<Record<string, string>> => ({
  TimeZone: SESSION_ZONE,
  statement_timeout: String(options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS),
  lock_timeout: String(options.lockTimeoutMs ?? 0),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
  ...KEEPALIVES,
});

const INT8_OID = 20;

/** bigint columns as numbers. Above 2^53, where sums of what clients report can get, it is the largest exact one: no list fails. */
const parseInt8 = (text: string): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)));

/** Opens a pool; nothing is connected before the first query. `db.destroy()` closes it. */
export const openDatabase = (options: DatabaseOptions): Db => databaseOf(openPool(options), options);

/** The same over a pool whose connections the caller counts. `db.destroy()` closes it. */
export const databaseOf = (
  pool: Pool,
  {
    onError,
    statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS,
  }: Pick<DatabaseOptions, 'onError' | 'statementTimeoutMs'> = {},
): Db =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: statementTimeoutMs === 0 ? pool : answeredInTime(pool, statementTimeoutMs + ANSWER_MARGIN_MS),
    }),
    log(event) {
      if (event.level === 'error') onError?.(event.error);
    },
  });

/** The connections alone, for what brings its own SQL. `pool.end()` closes them. */
export function openPool(options: DatabaseOptions): Pool {
  const connectTimeoutMs = options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS;
  // By a statement, because PgBouncer refuses connections with startup options that it does not know.
  const prepare = {
    text: 'select set_config(key, value, false) from jsonb_each_text($1)',
    values: [JSON.stringify(sessionSettings(options))],
    query_timeout: connectTimeoutMs,
  };
  const pool = new Pool({
    connectionString: urlForPg(options.url),
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    onConnect: async (client: ClientBase): Promise<void> => {
      await client.query(prepare);
    },
    keepAlive: true,
    application_name: 'hibiki-server',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID && format !== 'binary' ? parseInt8 : types.getTypeParser(oid, format),
    },
  });
  // Without a listener a broken connection would end the process: an idle one speaks through the pool, one that is in
  // use, such as between two statements of a transaction, for itself.
  const onLostConnection = (error: Error): void => options.onLostConnection?.(error);
  pool.on('error', onLostConnection);
  pool.on('connect', (client) => client.on('error', onLostConnection));
  return pool;
}
