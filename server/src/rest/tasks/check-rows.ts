import { sql } from 'kysely';
import type { AppError } from '#protocol/app-error.ts';
import type { Trx } from '#server/db/database.ts';
import type { TaskRecord, TaskRowRecord } from '#server/db/task-tables.ts';
import { toAppError } from '#server/errors.ts';
import type { RequestContext } from '#server/rest/context.ts';
import type { Endpoint } from '#server/rest/endpoint.ts';
import type { Readers } from '#server/rest/references.ts';
import { tryEndpoint } from '#server/rest/run-endpoint.ts';
import { requestOf } from './row-request.ts';
import {
  claimTask,
  countResults,
  kept,
  outcomeOf,
  type RowResult,
  stillAhead,
  type WorkedRow,
} from './row-state.ts';
import { type RowRequested, workOf } from './row-work.ts';

/**
 * Finds out what these rows of an import would do. They share a transaction, in which each row runs and is rolled back by itself.
 * Rejects if a row cannot be checked at present; then no result is stored.
 */
export async function checkRows(
  context: RequestContext,
  readers: Readers,
  endpoints: ReadonlyMap<string, Endpoint>,
  task: TaskRecord,
  rows: readonly TaskRowRecord[],
): Promise<void> {
  await context.deps.db.transaction().execute(async (trx) => {
    await claimTask(trx, task);
    const within = { ...context, db: trx };
    const checked: WorkedRow[] = [];
    for (const row of await stillAhead(trx, task, rows)) {
      checked.push({ row, result: await check(within, readers, endpoints, task, row) });
    }
    await writeChecked(trx, task, checked);
  });
}

async function check(
  context: RequestContext & { readonly db: Trx },
  readers: Readers,
  endpoints: ReadonlyMap<string, Endpoint>,
  task: TaskRecord,
  row: TaskRowRecord,
): Promise<RowResult> {
  let changes: RowRequested['changes'] = null;
  try {
    const work = await workOf(context, readers, task, row);
    if (work.operation === null) return { state: 'unchanged', subjectId: work.id };
    changes = work.changes;
    const { endpoint, params, input } = requestOf(endpoints, work);
    await tryEndpoint(endpoint, context, params, input);
    return {
      state: 'done',
      outcome: work.id === null ? 'add' : 'change',
      subjectId: work.id,
      before: null,
      changes,
    };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) throw thrown;
    return isTaken(error) ? willBeAdded(changes) : { state: 'failed', error };
  }
}

/**
 * Whether the row would add an item that exists, but that the asker cannot see; an item they can see would be changed instead. A
 * check hides this, because it is free and changes nothing: it could be used to probe for the addresses and serial numbers of others.
 * The run fails the row, as a single request would.
 */
const isTaken = ({ violations }: AppError): boolean =>
  violations.length > 0 && violations.every(({ code }) => code === 'mail-taken' || code === 'serial-taken');
const willBeAdded = (changes: RowRequested['changes']): RowResult => ({
  state: 'done',
  outcome: 'add',
  subjectId: null,
  before: null,
  changes,
});

/** All in two statements, however many they are. The rows go on waiting. */
export async function writeChecked(trx: Trx, task: TaskRecord, checked: readonly WorkedRow[]): Promise<void> {
  const found = checked.map(({ row, result }) => ({
    id: row.id,
    outcome: outcomeOf(result),
    subject: result.state === 'failed' ? null : result.subjectId,
    changes: result.state === 'done' ? result.changes : null,
    code: result.state === 'failed' ? result.error.code : null,
    violations: result.state === 'failed' ? kept(result.error) : null,
  }));
  await sql`
    update task_rows set outcome = found.outcome, subject_id = found.subject, changes = found.changes, code = found.code,
      violations = found.violations
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as found (id uuid, outcome text, subject uuid, changes jsonb, code text, violations jsonb)
    where task_rows.id = found.id`.execute(trx);
  await countResults(trx, task, checked);
}
