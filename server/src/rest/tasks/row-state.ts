import type { AppError } from '#protocol/app-error.ts';
import type { Violation } from '#protocol/errors.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { TaskRecord, TaskRowRecord } from '#server/db/task-tables.ts';
import type { Patch } from './patch.ts';

type TaskKey = Pick<TaskRecord, 'id' | 'state'>;
type RowKey = Pick<TaskRowRecord, 'id'>;

/** The task has been cancelled, or another server works on it: its transaction is undone and the row left as it is. */
export class RowLeft extends Error {}

export type RowResult =
  | {
      readonly state: 'done';
      readonly outcome: 'add' | 'change';
      readonly subjectId: string | null;
      /** Brings back what was changed; null where nothing does. */
      readonly before: Patch | null;
    }
  | { readonly state: 'unchanged'; readonly subjectId: string | null }
  | { readonly state: 'failed'; readonly error: AppError };

/** The outcome that a check stores for a row if running it would give this result. */
export const outcomeOf = (result: RowResult): 'add' | 'change' | 'same' | 'error' => {
  if (result.state === 'done') return result.outcome;
  return result.state === 'unchanged' ? 'same' : 'error';
};

/**
 * Locks the task until the transaction ends, so that each row runs once at most and cancelling waits for the row. If the
 * server dies, PostgreSQL releases the lock and rolls the row back.
 */
export async function claimTask(trx: Trx, task: TaskKey): Promise<void> {
  const claimed = await trx
    .selectFrom('tasks')
    .where('id', '=', task.id)
    .where('state', '=', task.state)
    .select('id')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!claimed) throw new RowLeft();
}

/** As `claimTask`, for a row that still waits. */
export async function claimRow(trx: Trx, task: TaskKey, row: RowKey): Promise<void> {
  await claimTask(trx, task);
  const waiting = await trx
    .selectFrom('task_rows')
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .select('id')
    .executeTakeFirst();
  if (!waiting) throw new RowLeft();
}

/** Writes the result of a claimed row down, and counts it. */
export async function settleRow(trx: Trx, task: TaskKey, row: RowKey, result: RowResult): Promise<void> {
  const violations = result.state === 'failed' ? kept(result.error) : null;
  await trx
    .updateTable('task_rows')
    .set({
      state: result.state,
      ...(result.state !== 'failed' && { subject_id: result.subjectId }),
      ...(result.state === 'done' && { before: result.before && JSON.stringify(result.before) }),
      code: result.state === 'failed' ? result.error.code : null,
      violations: violations && JSON.stringify(violations),
    })
    .where('id', '=', row.id)
    .execute();
  await trx
    .updateTable('tasks')
    .set(({ eb }) => ({ [result.state]: eb(result.state, '+', 1), worked_at: new Date() }))
    .where('id', '=', task.id)
    .execute();
}

/** The violations of an error as they are stored: without texts, which depend on the reader's language, and without sent values. */
export const kept = ({ violations }: AppError): readonly Pick<Violation, 'propertyPath' | 'code'>[] | null =>
  violations.length === 0 ? null : violations.map(({ propertyPath, code }) => ({ propertyPath, code }));

/** The next rows that wait, or have not been checked yet, in their order. */
export const nextRows = (db: Db, { id, state }: TaskKey, limit: number): Promise<TaskRowRecord[]> =>
  db
    .selectFrom('task_rows')
    .$if(state === 'checking', (query) => query.where('outcome', 'is', null))
    .where('task_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .limit(limit)
    .selectAll()
    .execute();

/** How often it was tried and could not be done for the time being. */
export async function countAttempt(db: Db, { id }: RowKey): Promise<number> {
  const { attempts } = await db
    .updateTable('task_rows')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}
