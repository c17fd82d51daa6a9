import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, run, type Task, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from '#platform/log.ts';
import { type Db, databaseOf, openPool } from '#server/db/database.ts';
import type { DatabaseOutages } from '#server/db/outage-watch.ts';
import { Shares } from '#server/limits/shares.ts';
import type { JobName, JobPayloads } from './add-job.ts';
import { type Queue, type QueueName, queueOf, queues } from './queues.ts';
import { runAlone } from './run-alone.ts';

/** What each job does. It rejects to be tried again, after e^attempts seconds. */
export type JobTable<Names extends JobName> = {
  readonly [Name in Names]: (
    payload: JobPayloads[Name],
    attempt: { readonly isLast: boolean },
  ) => Promise<void>;
};

/**
 * When jobs come by themselves (UTC); on several servers each is run once. One that still runs when it comes again is not run beside
 * itself, but the next time.
 */
export interface Schedule {
  readonly job: JobName;
  /** Five cron fields. */
  readonly at: string;
}

export interface Jobs {
  /** Lets running jobs end, for a few seconds at most. */
  close(): Promise<void>;
}

/** Most jobs wait for someone else's server most of the time, and not for the connections by which jobs are taken and settled. */
const SHARED_CONNECTIONS = 6;
/** How often it looks for jobs whose time has come, or whose notification was missed. */
const POLL_INTERVAL_MS = 1_000;
const ABORT_AFTER_MS = 3_000;
/** Without the database the runner cannot end in order; it then ends with the process. */
const CLOSE_TIMEOUT_MS = 5_000;
/** The runner ends when it loses the database for long; so it is begun again. */
const RESTART_DELAY_MS = 1_000;

interface JobsOptions<Names extends JobName> {
  readonly url: string;
  readonly jobs: JobTable<Names>;
  readonly schedule: readonly Schedule[];
  readonly log: Logger;
  /** Told of every error that says that the database is away. */
  readonly databaseOutages: Pick<DatabaseOutages, 'suspect' | 'connectionLost'>;
  /** `POLL_INTERVAL_MS` by default. */
  readonly pollIntervalMs?: number;
}

/** Runs these jobs inside this server until it is closed, each queue by itself. The tables must be there (db/migrate.ts). */
export function startJobs<Names extends JobName>(options: JobsOptions<Names>): Jobs {
  const { url, jobs, databaseOutages } = options;
  const closing = new AbortController();
  const names = Object.keys(jobs).filter((key): key is Names => key in jobs);
  const used = new Set(names.map((name) => queueOf[name]));
  // Ours, since a runner takes its listeners off its own pool before the connections are closed.
  const pgPool = openPool({
    url,
    // Each queue listens on one of its own, and each scheduled job that runs keeps its lock by one.
    poolSize: used.size + SHARED_CONNECTIONS + mostLocks(options.schedule),
    onLostConnection: (error) => databaseOutages.connectionLost(error),
  });
  const locks = databaseOf(pgPool);
  const ended = Promise.all(
    [...used].map((queue) =>
      keepRunning(
        options,
        queue,
        names.filter((name) => queueOf[name] === queue),
        { pgPool, locks },
        closing.signal,
      ),
    ),
  );
  let poolEnded: Promise<void> | undefined;
  const endPool = (): Promise<void> => {
    poolEnded ??= pgPool.end();
    return poolEnded;
  };

  return {
    async close() {
      closing.abort();
      await Promise.race([ended.then(endPool), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Maximum number of scheduled jobs that run at the same time. */
function mostLocks(schedule: readonly Schedule[]): number {
  const scheduled = new Set(schedule.map(({ job }) => job));
  return Object.entries<Queue>(queues).reduce((sum, [queue, { atOnce }]) => {
    const jobs = [...scheduled].filter((job) => queueOf[job] === queue);
    return sum + Math.min(atOnce, jobs.length);
  }, 0);
}

interface Connections {
  readonly pgPool: Pool;
  /** Over the same pool. */
  readonly locks: Db;
}

/** Runs the jobs of one queue, and begins again where its runner has ended. */
async function keepRunning<Names extends JobName>(
  options: JobsOptions<Names>,
  queue: QueueName,
  names: readonly Names[],
  { pgPool, locks }: Connections,
  closing: AbortSignal,
): Promise<void> {
  const { jobs, schedule, log, databaseOutages, pollIntervalMs = POLL_INTERVAL_MS } = options;
  const { atOnce, perShare }: Queue = queues[queue];
  const shares = new Shares(perShare ?? atOnce);
  const scheduled = new Set<JobName>(schedule.map(({ job }) => job));
  const taskList: Record<string, Task> = {};
  for (const name of names) {
    taskList[name] = async (payload, { job }) => {
      const taken = Object.keys(job.flags ?? {});
      for (const share of taken) shares.take(share);
      try {
        const work = () => perform(jobs, name, payload, { isLast: job.attempts >= job.max_attempts });
        await (scheduled.has(name) ? runAlone(locks, name, work) : work());
      } finally {
        for (const share of taken) shares.giveBack(share);
      }
    };
  }
  const parsedCronItems = parseCronItems(
    schedule
      .filter(({ job }) => queueOf[job] === queue)
      .map(({ job, at }) => ({ task: job, match: at, options: { jobKey: job, maxAttempts: 1 } })),
  );
  while (!closing.aborted) {
    try {
      const runner = await run({
        pgPool,
        concurrency: atOnce,
        forbiddenFlags: () => shares.full,
        pollInterval: pollIntervalMs,
        gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
        noHandleSignals: true,
        // Told at once, but as batches: what cannot be written is then tried again and ends the runner at last, where a
        // single one that fails would end the process by an unhandled rejection.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        taskList,
        parsedCronItems,
        logger: workerLogger(log, databaseOutages),
      });
      // It may be ending by itself, and then refuses to be stopped.
      const stop = () => void runner.stop().catch(() => undefined);
      closing.addEventListener('abort', stop);
      if (closing.aborted) stop();
      await runner.promise.finally(() => closing.removeEventListener('abort', stop));
    } catch (error) {
      if (!databaseOutages.suspect(error)) {
        log.warn({ err: error, queue }, 'The job queue has stopped and is begun again');
      }
    }
    await sleep(RESTART_DELAY_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

/** The payload was written by `addJob` under the same name, which is what ties the two types together. */
const perform = <Name extends JobName>(
  jobs: JobTable<Name>,
  name: Name,
  payload: unknown,
  attempt: { readonly isLast: boolean },
): Promise<void> => jobs[name](payload as JobPayloads[Name], attempt);

/** Its life cycle is of no interest beyond `debug`; a job that failed and is tried again is a warning. */
function workerLogger(log: Logger, databaseOutages: Pick<DatabaseOutages, 'suspect'>): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const error = meta && 'error' in meta ? { err: meta.error } : {};
    if (error.err !== undefined && databaseOutages.suspect(error.err)) return;
    if (level === 'error' || level === 'warning') log.warn(error, message);
    else log.debug(message);
  });
}
