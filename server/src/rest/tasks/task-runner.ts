import type { FastifyBaseLogger } from 'fastify';
import type { TaskId } from '#protocol/ids.ts';
import type { TaskRecord, TaskRowRecord } from '#server/db/task-tables.ts';
import { isServerFault, toAppError } from '#server/errors.ts';
import type { RequestContext, RestDeps } from '#server/rest/context.ts';
import type { RestApi } from '#server/rest/create-endpoints.ts';
import type { Answer, Endpoint } from '#server/rest/endpoint.ts';
import { importKinds } from '#server/rest/imports/import-kinds.ts';
import { refuseRepeated } from '#server/rest/imports/import-rows.ts';
import { isTransactional, runEndpoint } from '#server/rest/run-endpoint.ts';
import { askerOf } from './asker.ts';
import { cancelTask } from './cancel-task.ts';
import { checkRows, writeChecked } from './check-rows.ts';
import { inputOf } from './endpoint-input.ts';
import {
  claimRow,
  claimTask,
  countAttempt,
  nextRows,
  RowLeft,
  type RowResult,
  settleRow,
} from './row-state.ts';
import { workOf } from './row-work.ts';
import { queueTask } from './start-task.ts';
import { taskActions } from './task-actions.ts';

/** How long a job works before other jobs get a turn. Short enough to finish while the server shuts down. */
const SLICE_MS = 2_000;
/** Rows that are read at a time. */
const BATCH_SIZE = 100;
/** Of a row that cannot be done for the time being. */
const ATTEMPTS_AT_MOST = 3;

export interface TaskRunner {
  /** Works on the task for a moment, and queues what is left of it. */
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

  const settle = (task: TaskRecord, row: TaskRowRecord, result: RowResult): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await claimRow(trx, task, row);
      await settleRow(trx, task, row, result);
    });

  /** False where the row is another worker's by now. */
  async function settled(task: TaskRecord, row: TaskRowRecord, result: RowResult): Promise<boolean> {
    try {
      await settle(task, row, result);
    } catch (left) {
      if (left instanceof RowLeft) return false;
      throw left;
    }
    return true;
  }

  async function perform(task: TaskRecord, row: TaskRowRecord): Promise<void> {
    const context = await contextOf(task);
    const work = await workOf(context, api.readers, task, row);
    if (work.operation === null) {
      return await settle(task, row, { state: 'unchanged', subjectId: work.id });
    }
    const endpoint = endpoints.get(work.operation);
    if (!endpoint) throw new Error(`There is no operation ${work.operation}`);
    const outcome = work.id === null ? 'add' : 'change';
    const params = work.id === null ? {} : { id: work.id };
    await runEndpoint(endpoint, context, params, inputOf(endpoint, work.body), {
      before: (trx) => claimRow(trx, task, row),
      async after(trx, answer) {
        const subjectId = work.id ?? idOfAnswer(answer);
        await settleRow(trx, task, row, { state: 'done', outcome, subjectId, before: work.before });
      },
    });
  }

  /** Whether the next row can be worked on. */
  async function workOn(task: TaskRecord, row: TaskRowRecord): Promise<boolean> {
    try {
      await perform(task, row);
    } catch (thrown) {
      if (thrown instanceof RowLeft) return false;
      const error = toAppError(thrown);
      if (isServerFault(error))
        log.error({ err: error.cause ?? error, rowId: row.id }, 'A row of a task failed');
      // The job comes again after a moment, and with it the row.
      if (error.status >= 500 && (await countAttempt(db, row)) < ATTEMPTS_AT_MOST) throw error;
      return await settled(task, row, { state: 'failed', error });
    }
    return true;
  }

  /** Null where the asker has signed out: then the check is cancelled, as it would find every row that is left wrong. */
  async function checkerOf(task: TaskRecord): Promise<RequestContext | null> {
    try {
      return await contextOf(task);
    } catch (thrown) {
      if (toAppError(thrown).status >= 500) throw thrown;
      await db.transaction().execute(async (trx) => {
        await claimTask(trx, task);
        await cancelTask(trx, task);
      });
      deps.taskNotices.changed(task.id, task.owner_id);
      return null;
    }
  }

  /** False: stop checking the task. If a row fails, each is checked by itself, so that it does not hold up the others. */
  async function check(task: TaskRecord, rows: readonly TaskRowRecord[]): Promise<boolean> {
    try {
      const context = await checkerOf(task);
      if (!context) return false;
      await checkRows(context, api.readers, endpoints, task, rows);
    } catch (thrown) {
      if (thrown instanceof RowLeft) return false;
      const error = toAppError(thrown);
      const [row, ...others] = rows;
      if (!row) return true;
      if (others.length > 0) {
        for (const each of rows) if (!(await check(task, [each]))) return false;
        return true;
      }
      if (isServerFault(error))
        log.error({ err: error.cause ?? error, rowId: row.id }, 'A row of a task could not be checked');
      if (error.status >= 500 && (await countAttempt(db, row)) < ATTEMPTS_AT_MOST) throw error;
      await db.transaction().execute(async (trx) => {
        await claimTask(trx, task);
        await writeChecked(trx, task, [{ row, result: { state: 'failed', error } }]);
      });
    }
    deps.taskNotices.changed(task.id, task.owner_id);
    return true;
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
      const endsAt = Date.now() + sliceMs;
      const task = await db.selectFrom('tasks').where('id', '=', taskId).selectAll().executeTakeFirst();
      if (!task || !isOpen(task)) return;
      do {
        const rows = await nextRows(db, task, BATCH_SIZE);
        if (rows.length === 0) return await finish(task);
        if (task.state === 'checking') {
          if (!(await check(task, rows))) return;
          continue;
        }
        for (const row of rows) {
          const goesOn = await workOn(task, row);
          deps.taskNotices.changed(task.id, task.owner_id);
          if (!goesOn) return;
          if (Date.now() >= endsAt) break;
        }
        api.totals.clear();
      } while (Date.now() < endsAt);
      await queueTask(db, task.id);
    },
  };
}

const isOpen = ({ state }: TaskRecord): boolean => state === 'running' || state === 'checking';

const idOfAnswer = ({ body }: Answer): string | null => {
  const id: unknown = body && Reflect.get(body, 'id');
  return typeof id === 'string' ? id : null;
};

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
