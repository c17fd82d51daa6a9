import type { AppError } from '#protocol/app-error.ts';
import type { Violation } from '#protocol/errors.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { FieldChange } from '#server/db/log-details.ts';
import type { TaskRecord, TaskRowRecord } from '#server/db/task-tables.ts';
import type { Patch } from './patch.ts';

type TaskKey = Pick<TaskRecord, 'id' | 'state'>;
type RowKey = Pick<TaskRowRecord, 'id'>;

/** The task has been cancelled, or is in another state: its transaction is undone and its rows left as they are. */
export class RowLeft extends Error {}

export type RowResult =
  | {
      readonly state: 'done';
      readonly outcome: 'add' | 'change';
      readonly subjectId: string | null;
      /** Brings back what was changed; null where nothing does. */
      readonly before: Patch | null;
      /** Fields of the item before and after, of an import's row that changes or adds one. */
      readonly changes: readonly FieldChange[] | null;
    }
  | { readonly state: 'unchanged'; readonly subjectId: string | null }
  | { readonly state: 'failed'; readonly error: AppError };

export interface WorkedRow {
  readonly row: RowKey;
  readonly result: RowResult;
}

/** The outcome that a check stores for a row if running it would give this result. */
export const outcomeOf = (result: RowResult): 'add' | 'change' | 'same' | 'error' => {
  if (result.state === 'done') return result.outcome;
  return result.state === 'unchanged' ? 'same' : 'error';
};

/**
 * Locks the task until the transaction ends, so that each row runs once at most and cancelling waits for the rows that run. If
 * the server dies, PostgreSQL releases the lock and rolls them back. Waits for others who hold it: a request that is refused in the
 * end, or another server, of which nobody knows here whether it goes on.
 */
export async function claimTask(trx: Trx, task: TaskKey): Promise<void> {
  const claimed = await trx
    .selectFrom('tasks')
    .where('id', '=', task.id)
    .where('state', '=', task.state)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!claimed) throw new RowLeft();
}

/** Adds results of rows to the counts of their task. */
export async function countResults(trx: Trx, task: TaskKey, worked: readonly WorkedRow[]): Promise<void> {
  const count = (state: RowResult['state']) => worked.filter(({ result }) => result.state === state).length;
  await trx
    .updateTable('tasks')
    .set(({ eb }) => ({
      done: eb('done', '+', count('done')),
      unchanged: eb('unchanged', '+', count('unchanged')),
      failed: eb('failed', '+', count('failed')),
      worked_at: new Date(),
    }))
    .where('id', '=', task.id)
    .execute();
}

/** The violations of an error as they are stored: without texts, which depend on the reader's language, and without sent values. */
export const kept = ({ violations }: AppError): readonly Pick<Violation, 'propertyPath' | 'code'>[] | null =>
  violations.length === 0 ? null : violations.map(({ propertyPath, code }) => ({ propertyPath, code }));

const rowsAhead = (db: Db, { id, state }: TaskKey) =>
  db
    .selectFrom('task_rows')
    .$if(state === 'checking', (query) => query.where('outcome', 'is', null))
    .where('task_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .selectAll();

/** The next rows that wait, or have not been checked yet, in their order. */
export const nextRows = (db: Db, task: TaskKey, limit: number): Promise<TaskRowRecord[]> =>
  rowsAhead(db, task).limit(limit).execute();

/** Those of the rows that no other server has worked on before the task was claimed. */
export const stillAhead = (trx: Trx, task: TaskKey, rows: readonly RowKey[]): Promise<TaskRowRecord[]> =>
  rowsAhead(trx, task)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
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
