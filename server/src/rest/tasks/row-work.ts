import { AppError } from '#protocol/app-error.ts';
import type { OperationName } from '#protocol/rest/api.ts';
import type { FieldChange } from '#server/db/log-details.ts';
import type { TaskRecord, TaskRowRecord } from '#server/db/task-tables.ts';
import { accessTable } from '#server/rest/access-table.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { importChanges } from '#server/rest/imports/import-changes.ts';
import { importedResource, readImported } from '#server/rest/imports/import-kinds.ts';
import type { Readers } from '#server/rest/references.ts';
import { changes, isReversible, type Patch, reversalOf } from './patch.ts';
import { taskActions } from './task-actions.ts';

/** What a row asks for. */
export interface RowRequested {
  readonly operation: OperationName;
  /** Null: it is made. */
  readonly id: string | null;
  readonly body: Patch | null;
  /** What brings back what it changes; null where nothing does. */
  readonly before: Patch | null;
  /** What an import's row changes of the item, or gives to a new one beside its key; null for other tasks. */
  readonly changes: readonly FieldChange[] | null;
}

/** What a row asks for; or that there is nothing to ask for. */
export type RowWork = RowRequested | { readonly operation: null; readonly id: string };

/** The item as the asker may change it. */
async function itemOf(context: RequestContext, readers: Readers, operation: OperationName, id: string) {
  const [path = ''] = operation.split('.');
  const reach = accessTable[operation][context.who];
  return (await readers[path]?.selection.shown(context, reach, [id]))?.get(id);
}

/** Throws the errors of an import's row, and `conflict` if an item to be undone has changed since. */
export async function workOf(
  context: RequestContext,
  readers: Readers,
  task: TaskRecord,
  row: TaskRowRecord,
): Promise<RowWork> {
  if (task.action === 'import') return await importWork(context, readers, task, row);
  const operation = taskActions[task.resource][task.action];
  const id = row.subject_id;
  if (operation === undefined || id === null) {
    throw new Error(`There is no task ${task.resource} ${task.action}`);
  }
  const patch = task.undoes === null ? task.body : row.patch;
  if (patch === null) return { operation, id, body: null, before: null, changes: null };
  const item = await itemOf(context, readers, operation, id);
  // It is refused as by any other request.
  if (item === undefined) return { operation, id, body: patch, before: null, changes: null };
  if (!changes(item, patch)) return { operation: null, id };
  if (task.undoes !== null && changes(item, task.body ?? {})) {
    throw new AppError('conflict', { message: 'It has been changed since' });
  }
  const before = isReversible(patch) ? reversalOf(item, patch) : null;
  return { operation, id, body: patch, before, changes: null };
}

async function importWork(
  context: RequestContext,
  readers: Readers,
  task: TaskRecord,
  row: TaskRowRecord,
): Promise<RowWork> {
  const resource = importedResource(task.resource);
  const { id, creation, patch } = await readImported(resource, context, row.body ?? {});
  const merge: OperationName = `${resource}.merge`;
  const item = id === undefined ? undefined : await itemOf(context, readers, merge, id);
  // An item that the asker cannot see is added: the endpoint refuses that, as its address or serial number is taken.
  if (id === undefined || item === undefined) {
    const body = { ...task.body, ...creation };
    const added = importChanges({}, patch);
    return { operation: `${resource}.create`, id: null, body, before: null, changes: added };
  }
  if (!changes(item, patch)) return { operation: null, id };
  return { operation: merge, id, body: patch, before: null, changes: importChanges(item, patch) };
}
