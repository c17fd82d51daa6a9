import { sql } from 'kysely';
import type { TaskId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { tasks as definition, type TaskRowState } from '#protocol/rest/resources/task.ts';
import type { Db } from '#server/db/database.ts';
import { taskName } from '#server/db/task-name.ts';
import type { Principal } from '#server/principal.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { userIdOf } from '#server/rest/parties.ts';
import { type Condition, isOneOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { cancelTask } from '#server/rest/tasks/cancel-task.ts';

const id = sql.ref<string>('tasks.id');
const DAY_MS = 86_400_000;

/** Whose task it is; the two kinds of accounts have no id in common. */
export const isTaskOf = (principal: Principal): Condition =>
  sql<boolean>`tasks.owner_id = ${principal.kind === 'admin' ? principal.id : userIdOf(principal)}`;

/**
 * Of a row. Not one that the check of an import has refused: the file is wrong there, and no one has been shown what the row would do
 * now.
 */
export const isRetryable = sql<boolean>`task_rows.state = 'failed' and task_rows.outcome is distinct from 'error'`;

/** Whether a row of a task that is over was left out because the task was cancelled. */
const isLeftOut = sql<boolean>`task_rows.state in ('waiting', 'cancelled')`;

/** The state of a row as the API shows it: a waiting row of a cancelled task is `cancelled`. */
export const taskRowState = sql<TaskRowState>`case
  when task_rows.state = 'waiting' and tasks.state = 'cancelled' then 'cancelled' else task_rows.state end`;

/** Whether a finished or cancelled task has rows left out. Excludes imports cancelled during the check: nobody has seen its whole result. */
const isContinuable = sql<boolean>`tasks.state in ('finished', 'cancelled')
  and (tasks.action <> 'import' or tasks.run_at is not null)
  and exists (select from task_rows where task_id = tasks.id and ${isLeftOut})`;

/** Over, with changes that can be brought back, and no task does that yet. */
const isUndoable = sql<boolean>`tasks.undoes is null and tasks.state in ('finished', 'cancelled')
  and exists (select from task_rows where task_id = tasks.id and before is not null)
  and not exists (select from tasks as undoing where undoing.undoes = tasks.id)`;

/** At most one, as a unique index has it. */
const undoneBy = sql<TaskId | null>`(select undoing.id from tasks as undoing where undoing.undoes = tasks.id)`;

export const tasksResource = serverResource({
  definition,
  table: 'tasks',
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('tasks')
        .selectAll('tasks')
        .select([
          sql<boolean>`exists (select from task_rows where task_id = tasks.id and ${isRetryable})`.as(
            'retryable',
          ),
          isContinuable.as('continuable'),
          isUndoable.as('undoable'),
          undoneBy.as('undone_by'),
          taskName.as('name'),
        ]),
      id,
    ),
  id,
  reaches: { own: isTaskOf },
  filters: {
    state: (values) => isOneOf(sql.ref('tasks.state'), values),
    resource: (values) => isOneOf(sql.ref('tasks.resource'), values),
    action: (values) => isOneOf(sql.ref('tasks.action'), values),
    ...dateFilters('created', sql.ref('tasks.created_at')),
  },
  orders: { created: id },

  show: (row, { deps }) => ({
    id: row.id,
    name: row.name,
    resource: row.resource,
    action: row.action,
    body: row.body && { ...row.body },
    query: row.query,
    fileName: row.file_name,
    state: row.state,
    total: row.total,
    done: row.done,
    unchanged: row.unchanged,
    failed: row.failed,
    retryable: row.retryable,
    continuable: row.continuable,
    undoable: row.undoable,
    undoes: row.undoes && iri('tasks', row.undoes),
    undoneBy: row.undone_by && iri('tasks', row.undone_by),
    owner: row.owner_kind === 'admin' ? iri('admins', row.owner_id) : iri('users', row.owner_id),
    created: row.created_at.toISOString(),
    finished: row.finished_at?.toISOString() ?? null,
    expires:
      row.finished_at && new Date(row.finished_at.getTime() + deps.taskKeepDays * DAY_MS).toISOString(),
  }),

  /** While it runs it is cancelled: what has been done stays done, and the result can still be read. */
  async delete(context, row) {
    const isRunning = row.state === 'running' || row.state === 'checking';
    if (isRunning) {
      await cancelTask(context.db, row);
    } else {
      await context.db.deleteFrom('tasks').where('id', '=', row.id).execute();
    }
    await context.audit(isRunning ? 'cancel' : 'delete', 'tasks', row.id, row.customer_id);
    context.deps.taskNotices.changed(row.id, row.owner_id);
  },
});
