import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ErrorCode, Violation } from '#protocol/errors.ts';
import type { AdminId, CustomerId, ExportId, TaskId, TaskRowId, UserId } from '#protocol/ids.ts';
import type { TaskAction, TaskResource, TaskRowState, TaskState } from '#protocol/rest/resources/task.ts';
import type { FieldChange } from './log-details.ts';

/** JSON: written as text. */
type Json<Value> = ColumnType<Value, string | null | undefined, string | null>;
type JsonObject = Readonly<Record<string, unknown>>;

/** As whom something is done later: an account, and the sign-in of it that has asked. */
interface AskerColumns {
  owner_kind: 'user' | 'admin';
  owner_id: UserId | AdminId;
  /** Of a user, when it was asked for. */
  customer_id: CustomerId | null;
  family_id: string;
}

export interface TasksTable extends AskerColumns {
  id: Generated<TaskId>;
  address: string;
  request_id: string;
  lang: 'ja' | 'en';
  resource: TaskResource;
  action: TaskAction;
  body: Json<JsonObject | null>;
  query: string | null;
  /** Name of the imported file; null for other tasks. */
  file_name: string | null;
  idempotency_key: string | null;
  request_hash: Buffer;
  /** Whose changes it undoes; `body` is what that one has changed. */
  undoes: TaskId | null;
  state: TaskState;
  total: Generated<number>;
  done: Generated<number>;
  unchanged: Generated<number>;
  failed: Generated<number>;
  revision: Generated<number>;
  created_at: ColumnType<Date, never, never>;
  worked_at: Generated<Date>;
  finished_at: Date | null;
  /** When an import's run was requested; null before that and for other tasks. */
  run_at: Date | null;
}
export type TaskRecord = Selectable<TasksTable>;

/** What is wrong with a field; `row`, as the file counts, has the same value, and comes first. */
export type RowViolation = Pick<Violation, 'propertyPath' | 'code'> & { readonly row?: number };

export interface TaskRowsTable {
  id: Generated<TaskRowId>;
  task_id: TaskId;
  number: number;
  /** Where it stands in the file of an import. */
  line: number | null;
  subject_id: string | null;
  /** Cells of an import's row. */
  body: Json<Readonly<Record<string, string>> | null>;
  /** What the item is changed to by a task that undoes another one. */
  patch: Json<JsonObject | null>;
  /** A merge patch that brings back what was changed of the item. */
  before: Json<JsonObject | null>;
  state: Generated<TaskRowState>;
  outcome: Generated<'add' | 'change' | 'same' | 'error' | null>;
  code: Generated<ErrorCode | null>;
  violations: Json<readonly RowViolation[] | null>;
  /** What an import's row changes of the item, or would change. */
  changes: Json<readonly FieldChange[] | null>;
  attempts: Generated<number>;
}
export type TaskRowRecord = Selectable<TaskRowsTable>;

export interface ExportsTable extends AskerColumns {
  id: Generated<ExportId>;
  /** Whose managers read of it in the log. */
  logged_customer_id: CustomerId | null;
  resource: string;
  query: string;
  columns: ColumnType<readonly ExportColumn[], string, never>;
  time_zone: string;
  lang: 'ja' | 'en';
  request_id: string;
  expires_at: Date;
}
export type ExportRecord = Selectable<ExportsTable>;

/** A column of an export: a field, and the words that stand for its name and for its values. */
export interface ExportColumn {
  readonly field: string;
  readonly heading?: string;
  readonly words?: Readonly<Record<string, string>>;
}
