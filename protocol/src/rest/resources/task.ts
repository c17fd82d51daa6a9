import { type Static, Type } from 'typebox';
import { errorStatus } from '#protocol/errors.ts';
import { IMPORT_CHUNK_ROWS, MAX_FILE_LINE, MAX_FILE_NAME, MAX_TASK_IDS } from '#protocol/limits.ts';
import { collection, defineOperation, item, json, nothing } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { DateTime, Line, Nullable, optional, Reference, read, required, Uuid } from '#protocol/rest/field.ts';
import { FieldChanges } from '#protocol/rest/field-changes.ts';
import { byReference, dateFilter, oneOf } from '#protocol/rest/filters.ts';

/** Resources whose items a task works on, one by one. */
const taskResourceNames = [
  'users',
  'admins',
  'devices',
  'pairs',
  'groups',
  'guest_links',
  'customers',
  'recordings',
  'notifications',
  'webhooks',
  'webhook_deliveries',
] as const;
/** What a task does to each item; which of them a resource has: server/src/rest/tasks/task-actions.ts. */
const taskActionNames = [
  'import',
  'delete',
  'merge',
  'resend',
  'sendReset',
  'resendLink',
  'resendInvitation',
  'invite',
  'markRead',
  'redeliver',
] as const;
const taskStates = ['loading', 'checking', 'checked', 'running', 'finished', 'cancelled'] as const;
/** What an import's row would do: make an item, change one, nothing, or fail. */
const rowOutcomes = ['add', 'change', 'same', 'error'] as const;
const taskRowStates = ['waiting', 'done', 'unchanged', 'failed', 'cancelled'] as const;

const TaskResource = Type.Enum(taskResourceNames);
const TaskAction = Type.Enum(taskActionNames);
const TaskState = Type.Enum(taskStates);
const TaskRowState = Type.Enum(taskRowStates);
export type TaskResource = Static<typeof TaskResource>;
/** What rows of a file become. */
export type ImportedResource = Extract<TaskResource, 'users' | 'devices' | 'pairs'>;
export type TaskAction = Static<typeof TaskAction>;
export type TaskState = Static<typeof TaskState>;
export type TaskRowState = Static<typeof TaskRowState>;

const Rows = Type.Integer({ minimum: 0 });
const Cells = Type.Record(Type.String({ maxLength: 50 }), Type.String({ maxLength: 1_000 }), {
  maxProperties: 20,
});
const Patch = Type.Record(Type.String(), Type.Unknown());

export const tasks = defineResource({
  name: 'Task',
  path: 'tasks',
  description: 'One action on many items, each as by a request of its own, with a result for each',
  fields: {
    id: read(Uuid),
    name: read(Type.String(), {
      description:
        'The resource and the action, `users delete`; the action is `move` where `body` has the customer alone, and `undo` of a task that undoes another one',
      iri: 'https://schema.org/name',
    }),
    resource: read(TaskResource),
    action: read(TaskAction),
    body: read(Nullable(Patch), { description: 'What is changed of each item' }),
    query: read(Nullable(Type.String()), { description: 'The query of the list that the items come from' }),
    fileName: read(Nullable(Type.String()), {
      description: 'Of an import: the name of its file; null where the client sent none',
    }),
    state: read(TaskState),
    total: read(Rows, { description: 'Rows in all' }),
    done: read(Rows),
    unchanged: read(Rows, { description: 'Rows of which there was nothing to change' }),
    failed: read(Rows),
    retryable: read(Type.Boolean(), {
      description:
        'Whether some failed rows can be worked on again: of an import not those that its check has refused',
    }),
    continuable: read(Type.Boolean(), {
      description:
        'Whether rows that were left out when the task was cancelled can be worked on by `continue`; after a cancelled check they can’t',
    }),
    undoable: read(Type.Boolean(), {
      description:
        'Whether what it has changed can be brought back by `undo`: each change once, when it is over, of `merge`',
    }),
    undoes: read(Nullable(Reference('tasks')), {
      description: 'The task whose changes it brings back; `body` is what that one has changed',
    }),
    undoneBy: read(Nullable(Reference('tasks')), {
      description: 'The task that brings back, or has brought back, what this one has changed',
    }),
    owner: read(Reference('users', 'admins'), { description: 'As whom it is done' }),
    created: read(DateTime),
    finished: read(Nullable(DateTime), { description: 'When it was finished or cancelled' }),
    expires: read(Nullable(DateTime), {
      description: 'When it is removed by itself; null: it is not finished',
    }),
  },
  operations: ['list', 'read', 'delete'],
  filters: {
    state: oneOf('state', ...taskStates),
    resource: oneOf('resource', ...taskResourceNames),
    action: oneOf('action', ...taskActionNames),
    ...dateFilter('created'),
  },
  order: ['created'],
  defaultDirection: 'desc',
  keysets: ['created'],
});

const RowViolation = Type.Object({
  propertyPath: Type.String(),
  code: Type.String(),
  /** The number of the earlier row, where the code is `repeated`. */
  row: Type.Optional(Type.Integer({ minimum: 1 })),
});

export const taskRows = defineResource({
  name: 'TaskRow',
  path: 'task_rows',
  description: 'What a task has done to one item',
  fields: {
    id: read(Uuid),
    task: read(Reference('tasks')),
    number: read(Type.Integer({ minimum: 1 }), { description: 'Its place, from 1' }),
    line: read(Type.Integer({ minimum: 1 }), {
      description: 'Of an import: the row of the file, where the client has said it; otherwise its place',
    }),
    name: read(Nullable(Type.String()), {
      description: 'Of the item; null where it is gone or the asker can no longer see it',
      iri: 'https://schema.org/name',
    }),
    subject: read(Nullable(Type.String({ format: 'iri-reference' })), { description: 'The item' }),
    state: read(TaskRowState),
    error: read(Nullable(Type.Enum(Object.keys(errorStatus) as (keyof typeof errorStatus)[])), {
      description: 'Why it has failed',
    }),
    outcome: read(Nullable(Type.Enum(rowOutcomes)), {
      description:
        'Of an import: what running the row would do, as the check has found; once the row is done, what it did',
    }),
    changes: read(FieldChanges, {
      description:
        'Of an import: the fields that the row would change, or has changed, with their values before and after, never a secret; of a new item those that it gets beside its key. Empty where the asker can no longer see the item',
    }),
    fields: read(Type.Array(RowViolation), { description: 'The fields that were not accepted' }),
  },
  operations: ['list', 'read'],
  filters: {
    task: byReference('task', 'Those of this task, by its address or id', 'tasks'),
    state: oneOf('state', ...taskRowStates),
    outcome: oneOf('outcome', ...rowOutcomes),
  },
  order: ['number'],
});

const selection = {
  resource: required('write', TaskResource),
  action: required('write', TaskAction),
  ids: optional('write', Type.Array(Uuid, { minItems: 1, maxItems: MAX_TASK_IDS }), {
    description: 'The items, by their ids; or else `query`',
  }),
  query: optional('write', Type.String({ maxLength: 4_000 }), {
    description:
      'All items that the list with this query has now, such as `verified=UNVERIFIED&search=example`',
  }),
  except: optional('write', Type.Array(Uuid, { maxItems: MAX_TASK_IDS }), {
    description: 'Beside `query`: items that are left out',
  }),
  body: optional('write', Patch, {
    description:
      'For `merge`: a merge patch, the same for each item. For `import`: what new items have beside their row, such as `customer`',
  }),
} as const;

export const taskOperations = {
  'tasks.start': defineOperation({
    method: 'POST',
    path: 'tasks',
    summary:
      'Does something to many items, each in its own transaction and as by a request of its own; poll the task for its progress. An import waits for its rows, a check and the word to run',
    body: {
      ...selection,
      fileName: optional('write', Line(MAX_FILE_NAME, 1), {
        description: 'For `import`: the name of its file, for the people who look for it in the list',
      }),
    },
    reply: item('Task'),
    status: 202,
    idempotencyKey: true,
  }),
  'tasks.preview': defineOperation({
    method: 'POST',
    path: 'tasks/preview',
    summary: 'What a task would do, without doing it',
    body: selection,
    reply: json(
      Type.Object({
        /** Rows that the task would have. */
        total: Rows,
        /** Rows that were looked at; the next three are of these. */
        examined: Rows,
        changed: Rows,
        /** There is nothing to change. */
        unchanged: Rows,
        /** Not there, or the asker may not. */
        refused: Rows,
      }),
    ),
  }),
  'tasks.rows': defineOperation({
    method: 'GET',
    path: 'tasks/{id}/rows',
    summary: 'The rows of the task, each with its result',
    reply: collection('TaskRow'),
  }),
  'tasks.retry': defineOperation({
    method: 'POST',
    path: 'tasks/{id}/retry',
    summary:
      'Works on the failed rows of a finished task once more, but for those that the check of an import has refused',
    reply: item('Task'),
    status: 202,
  }),
  'tasks.continue': defineOperation({
    method: 'POST',
    path: 'tasks/{id}/continue',
    summary: 'Works on the rows that were left out when the task was cancelled. An import must have run',
    reply: item('Task'),
    status: 202,
  }),
  'tasks.undo': defineOperation({
    method: 'POST',
    path: 'tasks/{id}/undo',
    summary:
      'Begins a task that gives each item that this one has changed its former values; a row fails with `conflict` where they have been changed since',
    reply: item('Task'),
    status: 202,
  }),
  'tasks.putChunk': defineOperation({
    method: 'PUT',
    path: 'tasks/{id}/chunks/{number}',
    summary:
      'Rows of the file of an import: chunk 0 has the first 500, chunk 1 the next. One that is sent again takes the place of the former',
    body: {
      rows: required('write', Type.Array(Cells, { maxItems: IMPORT_CHUNK_ROWS }), {
        description:
          'Texts by field. Users: email, nickname, lang, isManager; devices: serialNumber, name, state, answersByItself; pairs: owner and target (mail address or serial number), name',
      }),
      lines: optional(
        'write',
        Type.Array(Type.Integer({ minimum: 1, maximum: MAX_FILE_LINE }), { maxItems: IMPORT_CHUNK_ROWS }),
        {
          description:
            'Where each of these rows stands in the file, from 1 with the headings, for the people who look for it there; as many as rows',
        },
      ),
    },
    reply: nothing,
  }),
  'tasks.check': defineOperation({
    method: 'POST',
    path: 'tasks/{id}/check',
    summary:
      'Finds out of each row of an import what running it would do, and changes nothing; `conflict` while a chunk is missing before the last one',
    reply: item('Task'),
    status: 202,
  }),
  'tasks.invitations': defineOperation({
    method: 'GET',
    path: 'tasks/{id}/invitations',
    summary: 'When the invitations of an import of users that has been checked would go out, if it ran now',
    reply: json(
      Type.Object({
        /** Users who would be invited. */
        total: Rows,
        /** Those of them that could not be added: their invitations would wait for more than a year. */
        refused: Rows,
        /** Invitations that go out as soon as the import runs. */
        atOnce: Rows,
        /** Invitations that go out in a day at most. */
        aDay: Rows,
        /** When the last one goes out; null: none does. */
        last: Nullable(DateTime),
      }),
    ),
  }),
  'tasks.run': defineOperation({
    method: 'POST',
    path: 'tasks/{id}/run',
    summary: 'Runs an import that has been checked; rows that the check has refused are left out',
    reply: item('Task'),
    status: 202,
  }),
} as const;
