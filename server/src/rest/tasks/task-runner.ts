import type { FastifyBaseLogger } from 'fastify';
import type { AppError } from '#protocol/app-error.ts';
import type { TaskId } from '#protocol/ids.ts';
import type { TaskRecord, TaskRowRecord } from '#server/db/task-tables.ts';
import { isServerFault, toAppError } from '#server/errors.ts';
import type { RequestContext, RestDeps } from '#server/rest/context.ts';
import type { RestApi } from '#server/rest/create-endpoints.ts';
import type { Endpoint } from '#server/rest/endpoint.ts';
import { importKinds } from '#server/rest/imports/import-kinds.ts';
import { refuseRepeated } from '#server/rest/imports/import-rows.ts';
import { isTransactional } from '#server/rest/run-endpoint.ts';
import { askerOf } from './asker.ts';
import { cancelTask } from './cancel-task.ts';
import { checkRows, writeChecked } from './check-rows.ts';
import { claimTask, countAttempt, nextRows, RowLeft, stillAhead, type WorkedRow } from './row-state.ts';
import { runRows, writeRun } from './run-rows.ts';
import { queueTask } from './start-task.ts';
import { taskActions } from './task-actions.ts';

/** How long a job works before other jobs get a turn. Short enough to finish while the server shuts down. */
const SLICE_MS = 2_000;
/** Rows that share a transaction. PostgreSQL keeps 64 savepoints of one at hand; with more of them everybody reads slower. */
const BATCH_SIZE = 50;
/** How long a transaction begins rows: so long others wait for what it has changed. */
const BATCH_MS = 500;
/** Of a row that cannot be done for the time being. */
const ATTEMPTS_AT_MOST = 3;

export interface TaskRunner {
  /**
   * Works on the task for a moment, and queues what is left of it. Does nothing while the disk of the database is full:
   * `rescueTasks` queues it again.
   */
  work(taskId: TaskId): Promise<void>;
}

/** Does the rows of tasks, each as a request of who has asked for the task, by the endpoint of that request. */
export function createTaskRunner(options: {
  readonly deps: RestDeps;
  readonly api: RestApi;
  readonly log: FastifyBaseLogger;
  /** `SLICE_MS` by default. */
  readonly sliceMs?: number;
}): TaskRunner {
  const { deps, api, log, sliceMs = SLICE_MS } = options;
  const { db } = deps;
  const endpoints = endpointsOf(api);

  /** Who asks now: the rights of the account may have changed since the last row. */
  async function contextOf(task: TaskRecord): Promise<RequestContext> {
    const principal = await deps.auth.verifyAgain(askerOf(task));
    return {
      db,
      principal,
      who: principal.kind,
      address: task.address,
      browser: deps.knownBrowsers.of(undefined, () => undefined),
      requestId: task.request_id,
      lang: task.lang,
      log,
      taskId: task.id,
      deps,
    };
  }

  /**
   * Null where the asker has signed out, or lost the account. A check is cancelled then, as it would find every row that is left
   * wrong; a run fails its rows.
   */
  async function askerContext(
    task: TaskRecord,
    rows: readonly TaskRowRecord[],
  ): Promise<RequestContext | null> {
    try {
      return await contextOf(task);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500) throw thrown;
      await db.transaction().execute(async (trx) => {
        await claimTask(trx, task);
        if (task.state === 'checking') return await cancelTask(trx, task);
        await writeRun(trx, task, failed(await stillAhead(trx, task, rows), error));
      });
      return null;
    }
  }

  /** Checks the rows, or does as many as there is time for. */
  async function work(task: TaskRecord, rows: readonly TaskRowRecord[], endsAt: number): Promise<void> {
    const context = await askerContext(task, rows);
    if (!context) return;
    if (task.state === 'checking') await checkRows(context, api.readers, endpoints, task, rows);
    else await runRows(context, api.readers, endpoints, task, rows, Math.min(endsAt, Date.now() + BATCH_MS));
  }

  /** Marks the row as failed. After a server fault it throws instead, so that the job tries again, until the attempts are used up. */
  async function failRow(task: TaskRecord, row: TaskRowRecord, error: AppError): Promise<void> {
    if (isServerFault(error))
      log.error({ err: error.cause ?? error, rowId: row.id }, 'A row of a task failed');
    if (error.status >= 500 && (await countAttempt(db, row)) < ATTEMPTS_AT_MOST) throw error;
    await db.transaction().execute(async (trx) => {
      await claimTask(trx, task);
      const write = task.state === 'checking' ? writeChecked : writeRun;
      await write(trx, task, failed(await stillAhead(trx, task, [row]), error));
    });
  }

  /** If a row fails, each is worked on by itself, so that it does not hold up the others. */
  async function workOn(task: TaskRecord, rows: readonly TaskRowRecord[], endsAt: number): Promise<void> {
    try {
      await work(task, rows, endsAt);
    } catch (thrown) {
      if (thrown instanceof RowLeft) throw thrown;
      const [row, ...others] = rows;
      if (!row) return;
      if (others.length === 0) await failRow(task, row, toAppError(thrown));
      else for (const each of rows) await workOn(task, [each], endsAt);
    }
    deps.taskNotices.changed(task.id, task.owner_id);
  }

  async function finish(task: TaskRecord): Promise<void> {
    const { id, owner_id, state, resource } = task;
    try {
      await db.transaction().execute(async (trx) => {
        await claimTask(trx, task);
        if (state === 'checking') await refuseRepeated(trx, id, resource);
        await trx
          .updateTable('tasks')
          .set(state === 'checking' ? { state: 'checked' } : { state: 'finished', finished_at: new Date() })
          .where('id', '=', id)
          .execute();
      });
    } catch (left) {
      if (!(left instanceof RowLeft)) throw left;
    }
    deps.taskNotices.changed(id, owner_id);
  }

  return {
    async work(taskId) {
      if (deps.disk.state === 'full') return;
      const endsAt = Date.now() + sliceMs;
      const task = await db.selectFrom('tasks').where('id', '=', taskId).selectAll().executeTakeFirst();
      if (!task || !isOpen(task)) return;
      try {
        do {
          const rows = await nextRows(db, task, BATCH_SIZE);
          if (rows.length === 0) return await finish(task);
          await workOn(task, rows, endsAt);
          if (task.state === 'running') api.totals.clear();
        } while (Date.now() < endsAt);
      } catch (left) {
        if (left instanceof RowLeft) return;
        throw left;
      }
      await queueTask(db, task);
    },
  };
}

const isOpen = ({ state }: TaskRecord): boolean => state === 'running' || state === 'checking';

const failed = (rows: readonly TaskRowRecord[], error: AppError): readonly WorkedRow[] =>
  rows.map((row) => ({ row, result: { state: 'failed', error } }));

/** Those that tasks work by. */
function endpointsOf({ endpoints }: RestApi): ReadonlyMap<string, Endpoint> {
  const named = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const used = [
    ...Object.values(taskActions).flatMap((actions) => Object.values(actions)),
    ...Object.keys(importKinds).flatMap((path) => [`${path}.create`, `${path}.merge`]),
  ];
  for (const name of used) {
    const endpoint = named.get(name);
    if (!endpoint || !isTransactional(endpoint)) throw new Error(`No task can be done by ${name}`);
  }
  return named;
}
