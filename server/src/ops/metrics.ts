import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { DEFAULT_METRICS_INTERVALS } from '#platform/default-metrics.ts';
import { AppError } from '#protocol/app-error.ts';
import type { Db } from '#server/db/database.ts';
import type { DatabaseDisk } from '#server/db/database-disk.ts';
import type { DatabaseOutages } from '#server/db/outage-watch.ts';
import { toAppError } from '#server/errors.ts';
import type { RefusalMetrics } from './refusal-metrics.ts';
import type { SignalMetrics } from './signal-metrics.ts';

export interface MetricsDeps {
  readonly version: string;
  /** The version and the commit. */
  readonly build: string;
  readonly db: Db;
  readonly disk: Pick<DatabaseDisk, 'freeBytes'>;
  readonly databaseOutages: Pick<DatabaseOutages, 'suspect'>;
  /** The connections of `db`. */
  readonly pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  readonly metricsToken: string | null;
  readonly signal: Pick<SignalMetrics, 'register'>;
  readonly refusals: RefusalMetrics;
  /** For anyone who reaches the server, where no token is set (METRICS_WITHOUT_TOKEN). */
  readonly isOpen: boolean;
  /** What this server counts; read when it is asked for. */
  readonly counts: () => {
    readonly sessions: number;
    readonly sockets: number;
    readonly directCalls: number;
    readonly groupMembers: number;
    readonly mediaNodes: number;
  };
}

/** Answers from the cache to a slow query, in seconds. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const STORED_METRIC = 'hibiki_stored';
const OLDEST_METRIC = 'hibiki_oldest_waiting_seconds';

/**
 * `GET /metrics` for Prometheus, for anyone who shows `METRICS_TOKEN`.
 * Mails, deliveries, jobs and rooms are read from the database, so every server says the same of them: take `max`, not `sum`.
 */
export function registerMetrics(fastify: FastifyInstance, deps: MetricsDeps): void {
  const { db, disk, databaseOutages, pool, signal, refusals, metricsToken, isOpen, counts } = deps;
  const registry = new Registry();
  collectDefaultMetrics({ ...DEFAULT_METRICS_INTERVALS, register: registry });
  signal.register(registry);
  refusals.register(registry);
  fastify.addHook('onError', async (_request, _reply, error) => refusals.refused(toAppError(error)));

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });

  new Gauge({
    name: 'hibiki_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'build'],
    registers: [registry],
  }).set({ version: deps.version, build: deps.build }, 1);

  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge('hibiki_signal_sessions', 'Signalling sessions of this server', () => counts().sessions);
  gauge('hibiki_signal_sockets', 'Open sockets of this server', () => counts().sockets);
  gauge('hibiki_direct_calls', '1-to-1 calls that this server owns', () => counts().directCalls);
  gauge('hibiki_group_members', 'Members of group calls on this server', () => counts().groupMembers);
  gauge('hibiki_media_nodes', 'Media nodes that take rooms', () => counts().mediaNodes);
  if (disk.freeBytes !== null) {
    const help = 'Free bytes on the disk of the database, where that is on this machine';
    gauge('hibiki_database_free_bytes', help, () => disk.freeBytes ?? 0);
  }

  new Gauge({
    name: 'hibiki_database_connections',
    help: 'Connections of the pool that serves requests: used, idle; and requests waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  const stored = new Gauge({
    name: STORED_METRIC,
    help: 'Rows in the database: live rooms, mails, jobs and webhooks by state',
    labelNames: ['what', 'state'],
    registers: [registry],
    async collect() {
      for (const { what, state, count } of await storedCounts(db)) this.set({ what, state }, count);
    },
  });
  const oldest = new Gauge({
    name: OLDEST_METRIC,
    help: 'Age of the oldest mail or webhook delivery that has neither gone out nor failed for good; 0: none waits',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      for (const { what, seconds } of await oldestWaiting(db)) this.set({ what }, seconds);
    },
  });

  fastify.get('/metrics', async (request, reply) => {
    if (!(metricsToken === null ? isOpen : showsToken(request, metricsToken)))
      throw new AppError('not-found');
    reply.header('content-type', registry.contentType).header('cache-control', 'no-store');
    try {
      return await registry.metrics();
    } catch (error) {
      // The database is away: what the process knows by itself is wanted all the more.
      if (!databaseOutages.suspect(error))
        request.log.warn({ err: error }, 'Metrics without those of the database');
      registry.removeSingleMetric(STORED_METRIC);
      registry.removeSingleMetric(OLDEST_METRIC);
      const rest = await registry.metrics();
      registry.registerMetric(stored);
      registry.registerMetric(oldest);
      return rest;
    }
  });
}

async function storedCounts(db: Db) {
  const { rows } = await sql<{ what: string; state: string; count: number }>`
    select 'rooms' as what, 'live' as state, count(*) from room_leases
    union all
    select 'mails', state, count(mails.id)
    from (values ('waiting'), ('in-doubt'), ('failed')) states (state)
    left join mails on mails.sent_at is null and state = case
      when failed_at is not null then 'failed' when sending_at is not null then 'in-doubt' else 'waiting' end
    group by state
    union all
    select 'webhooks', 'paused', count(*) from webhooks where enabled and paused_until > now()
    union all
    select 'jobs', state, count(jobs.id)
    from (values ('waiting'), ('failed')) states (state)
    left join graphile_worker.jobs on state = case when attempts >= max_attempts and locked_at is null
      then 'failed' else 'waiting' end
    group by state`.execute(db);
  return rows;
}

async function oldestWaiting(db: Db) {
  const { rows } = await sql<{ what: string; seconds: number }>`
    select what, greatest(0, coalesce(extract(epoch from now() - since), 0))::float8 as seconds
    from (
      select 'mails' as what, min(created_at) as since from mails
      where sent_at is null and sending_at is null and failed_at is null
      union all
      select 'webhook-deliveries', min(created_at) from webhook_deliveries where state = 'PENDING'
    ) oldest`.execute(db);
  return rows;
}

function showsToken(request: FastifyRequest, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(request.headers.authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
