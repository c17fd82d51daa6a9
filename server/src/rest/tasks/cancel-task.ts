import type { Trx } from '#server/db/database.ts';
import type { TaskRecord } from '#server/db/task-tables.ts';

/**
 * Ends a task before its last row, at once however many wait: their rows stay as they are (`taskRowState`). What has been done stays
 * done. A check has done nothing: its counts go back to zero.
 */
export async function cancelTask(trx: Trx, { id, state }: Pick<TaskRecord, 'id' | 'state'>): Promise<void> {
  await trx
    .updateTable('tasks')
    .set(({ eb }) => ({
      state: 'cancelled',
      finished_at: new Date(),
      revision: eb('revision', '+', 1),
      ...(state === 'checking' && { done: 0, unchanged: 0, failed: 0 }),
    }))
    .where('id', '=', id)
    .execute();
}
