import { type Expression, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { Violation } from '#protocol/errors.ts';
import { MAX_TASK_ROWS } from '#protocol/limits.ts';
import type { OperationName, operations } from '#protocol/rest/api.ts';
import { resources } from '#protocol/rest/api.ts';
import type { BodyOf } from '#protocol/rest/define-operation.ts';
import type { TaskResource } from '#protocol/rest/resources/task.ts';
import { violation } from '#server/errors.ts';
import { accessTable, type Reach } from '#server/rest/access-table.ts';
import { assertBody } from '#server/rest/body-check.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { assertReach } from '#server/rest/find-item.ts';
import { withFoldedFields } from '#server/rest/folded-fields.ts';
import { importKinds } from '#server/rest/imports/import-kinds.ts';
import { type Readers, withLocalReferences } from '#server/rest/references.ts';
import type { Selection } from '#server/rest/selection.ts';
import { readListText } from './list-text.ts';
import { checkPatch, type Patch } from './patch.ts';
import { taskActions } from './task-actions.ts';

/** The violation of an action that the resource does not have. */
const NO_SUCH_ACTION = 'The resource has no such action.';

export type TaskBody = BodyOf<(typeof operations)['tasks.start']>;

/** What a task is to do to which items. */
export interface Plan {
  readonly operation: OperationName;
  /** Of the operation on one item. */
  readonly reach: Reach;
  readonly patch: Patch | null;
  readonly selection: Selection;
  /** `number` and `id` of the items in their order, one more than a task may have at most. */
  readonly rows: Expression<unknown>;
}

/** Rejects with `forbidden` if the asker may do this to no item, `validation-failed`, or an error of the list's query. */
export async function planOf(context: RequestContext, readers: Readers, body: TaskBody): Promise<Plan> {
  const { resource, action } = body;
  const operation = taskActions[resource][action];
  const reader = readers[resource];
  if (operation === undefined || reader === undefined) {
    throw new AppError('validation-failed', { violations: [violation('action', 'invalid', NO_SUCH_ACTION)] });
  }
  const reach = accessTable[operation][context.who];
  assertReach(context, reach);
  const patch = patchOf(context, body);
  assertBody([...checkFileName(body), ...checkItems(body), ...checkBody(body, patch)]);
  const { selection } = reader;
  return { operation, reach, patch, selection, rows: await rowsOf(context, selection, body) };
}

/** Of an import only what new items have in common; throws as `planOf` does. */
export function planImport(context: RequestContext, body: TaskBody): Pick<Plan, 'patch'> {
  const { resource, ids, query, except } = body;
  if (!Object.hasOwn(importKinds, resource)) {
    throw new AppError('validation-failed', { violations: [violation('action', 'invalid', NO_SUCH_ACTION)] });
  }
  assertReach(context, accessTable[`${resource}.list`][context.who]);
  assertBody([
    ...Object.entries({ ids, query, except }).flatMap(([name, value]) =>
      value === undefined ? [] : [violation(name, 'unknown-field')],
    ),
    ...(body.body === undefined ? [] : checkPatch(resource, body.body)),
  ]);
  return { patch: patchOf(context, body) };
}

function patchOf({ deps }: RequestContext, { resource, body }: TaskBody): Patch | null {
  if (body === undefined) return null;
  const { fields } = resources[resource];
  const read = withLocalReferences(fields, withFoldedFields(fields, body), [deps.publicUrl]);
  return { ...body, ...(read as Patch) };
}

/** Only an import has a file. */
const checkFileName = ({ fileName }: TaskBody): readonly Violation[] =>
  fileName === undefined ? [] : [violation('fileName', 'unknown-field')];

function checkItems({ ids, query, except }: TaskBody): readonly Violation[] {
  if (ids === undefined && query === undefined) return [violation('ids', 'required')];
  if (ids === undefined) return [];
  if (query !== undefined) return [violation('query', 'invalid', 'Give either ids or a query.')];
  return except === undefined ? [] : [violation('except', 'invalid', 'Only a query has exceptions.')];
}

function checkBody({ resource, action }: TaskBody, patch: Patch | null): readonly Violation[] {
  if (action !== 'merge') return patch === null ? [] : [violation('body', 'unknown-field')];
  return checkPatch(resource, patch ?? {});
}

async function rowsOf(
  context: RequestContext,
  selection: Selection,
  body: TaskBody,
): Promise<Expression<unknown>> {
  if (body.query === undefined) {
    const ids = [...new Set(body.ids)];
    return sql`(select number, id from unnest(${ids}::uuid[]) with ordinality as named (id, number))`;
  }
  const list = readListText(body.resource, body.query);
  const reach = listReach(context, body.resource);
  const found = await selection.ids(context, reach, list, MAX_TASK_ROWS + 1 + (body.except?.length ?? 0));
  return sql`(select row_number() over () as number, id from (${found}) as found
    where id <> all (${body.except ?? []}::uuid[]) limit ${MAX_TASK_ROWS + 1})`;
}

function listReach(context: RequestContext, resource: TaskResource): Reach {
  const reach = accessTable[`${resource}.list`][context.who];
  assertReach(context, reach);
  return reach;
}
