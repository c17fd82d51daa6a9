import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { TaskId } from '#protocol/ids.ts';
import type { TaskRecord } from '#server/db/task-tables.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { assertNotTooMany, queueTask, requestColumns } from './start-task.ts';

/**
 * Begins a task that brings back what this one has changed, row by row; what someone else has changed since fails there. Rejects
 * with `conflict` where nothing can be brought back, or is being brought back already.
 */
export async function undoTask(context: ChangeContext, task: TaskRecord): Promise<TaskId> {
  const { db } = context;
  await assertNotTooMany(context, 'tasks-person');
  const made = await db
    .insertInto('tasks')
    .values({
      ...requestColumns(context),
      resource: task.resource,
      action: task.action,
      body: task.body && JSON.stringify(task.body),
      request_hash: createHash('sha256').update(`undo ${task.id}`).digest(),
      undoes: task.id,
      state: 'running',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'owner_id', 'customer_id'])
    .executeTakeFirst();
  if (!made) throw new AppError('conflict', { message: 'The task is being undone, or was' });
  // Taken from the task: once the new one has been deleted, the same changes aren't brought back again.
  const { numAffectedRows = 0n } = await sql`
    with changed as (
      select id, number, subject_id, before from task_rows where task_id = ${task.id} and before is not null
    ), taken as (
      update task_rows set before = null where id in (select id from changed)
    )
    insert into task_rows (task_id, number, subject_id, patch)
    select ${made.id}, row_number() over (order by number), subject_id, before from changed`.execute(db);
  if (numAffectedRows === 0n) {
    throw new AppError('conflict', { message: 'The task has changed nothing, or was undone' });
  }
  await db
    .updateTable('tasks')
    .set({ total: Number(numAffectedRows) })
    .where('id', '=', made.id)
    .execute();
  await context.audit('undo', 'tasks', task.id, task.customer_id);
  await queueTask(db, made);
  return made.id;
}
