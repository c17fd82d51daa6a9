import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { AuditAction } from '#protocol/audit-actions.ts';
import type { TaskRecord } from '#server/db/task-tables.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { forecastInvitations } from '#server/rest/imports/forecast-invitations.ts';
import { beginCheck, beginRun, putChunk } from '#server/rest/imports/import-rows.ts';
import { change, itemChange, itemOperation, type Operation, operation } from '#server/rest/operation.ts';
import { isRetryable, tasksResource } from '#server/rest/resources/tasks.ts';
import type { Condition } from '#server/rest/row-source.ts';
import { askerColumns } from '#server/rest/tasks/asker.ts';
import { previewTask } from '#server/rest/tasks/preview-task.ts';
import { queueTask, startTask } from '#server/rest/tasks/start-task.ts';
import { undoTask } from '#server/rest/tasks/undo-task.ts';

const header = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Lets the job queue work on it, by the sign-in that asks now: the former one may have ended. */
async function proceed(context: ChangeContext, task: TaskRecord, action: AuditAction) {
  const { family_id } = askerColumns(context.principal);
  await context.db.updateTable('tasks').set({ family_id }).where('id', '=', task.id).execute();
  await queueTask(context.db, task);
  await context.audit(action, 'tasks', task.id, task.customer_id);
  context.deps.taskNotices.changed(task.id, task.owner_id);
  return { id: task.id };
}

function assertState(task: TaskRecord, ...states: readonly TaskRecord['state'][]): void {
  if (!states.includes(task.state)) throw new AppError('conflict', { message: `The task is ${task.state}` });
}

/** Lets these rows of a task wait again, and says how many. */
async function waitAgain({ db }: ChangeContext, { id }: TaskRecord, rows: Condition): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('task_rows')
    .set({ state: 'waiting', code: null, violations: null, attempts: 0 })
    .where('task_id', '=', id)
    .where(rows)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Marks the rows that waited when the task was cancelled, so that they stay left out while others are retried. */
async function leaveOut({ db }: ChangeContext, { id }: TaskRecord): Promise<void> {
  await db
    .updateTable('task_rows')
    .set({ state: 'cancelled' })
    .where('task_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Lets the job queue work on a task that was over. */
async function runAgain(context: ChangeContext, task: TaskRecord, failed: number, action: AuditAction) {
  await context.db
    .updateTable('tasks')
    .set(({ eb }) => ({
      state: 'running',
      failed,
      finished_at: null,
      worked_at: new Date(),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', task.id)
    .execute();
  return await proceed(context, task, action);
}

export const taskOperations: readonly Operation[] = [
  (readers) =>
    change('tasks.start', async (context, { body, headers }) => ({
      id: await startTask(context, readers, body, header(headers['idempotency-key'])),
    }))(readers),
  (readers) =>
    operation('tasks.preview', (context, { body }) => previewTask(context, readers, body))(readers),
  itemOperation('tasks.rows', tasksResource, async (_context, task) => ({
    where: [sql<boolean>`task_rows.task_id = ${task.id}`],
  })),
  itemOperation('tasks.invitations', tasksResource, forecastInvitations),
  itemChange('tasks.putChunk', tasksResource, async (context, task, { params, body }) => {
    assertState(task, 'loading', 'checked');
    await putChunk(context, task.id, params.number ?? '', body);
  }),
  itemChange('tasks.check', tasksResource, async (context, task) => {
    assertState(task, 'loading', 'checked');
    await beginCheck(context, task.id);
    return await proceed(context, task, 'check');
  }),
  itemChange('tasks.run', tasksResource, async (context, task) => {
    if (task.state === 'loading')
      throw new AppError('conflict', { message: 'The import is to be checked first' });
    assertState(task, 'checked');
    await beginRun(context, task.id);
    return await proceed(context, task, 'run');
  }),
  itemChange('tasks.retry', tasksResource, async (context, task) => {
    const isOver = task.state === 'finished' || task.state === 'cancelled';
    if (task.continuable) await leaveOut(context, task);
    const retried = isOver ? await waitAgain(context, task, isRetryable) : 0;
    if (retried === 0) throw new AppError('conflict', { message: 'Nothing is to be retried' });
    return await runAgain(context, task, task.failed - retried, 'retry');
  }),
  itemChange('tasks.continue', tasksResource, async (context, task) => {
    if (!task.continuable) throw new AppError('conflict', { message: 'Nothing is to be continued' });
    await waitAgain(context, task, sql<boolean>`state = 'cancelled'`);
    return await runAgain(context, task, task.failed, 'continue');
  }),
  itemChange('tasks.undo', tasksResource, async (context, task) => {
    assertState(task, 'finished', 'cancelled');
    // What undoes a task is not undone: that task is begun again.
    if (task.undoes !== null) throw new AppError('conflict', { message: 'The task undoes another one' });
    return { id: await undoTask(context, task) };
  }),
];
