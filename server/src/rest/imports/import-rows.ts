import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { ViolationCode } from '#protocol/errors.ts';
import type { TaskId } from '#protocol/ids.ts';
import { IMPORT_CHUNK_ROWS, MAX_TASK_ROWS } from '#protocol/limits.ts';
import type { BodyOf } from '#protocol/rest/define-operation.ts';
import type { TaskResource, taskOperations } from '#protocol/rest/resources/task.ts';
import type { Trx } from '#server/db/database.ts';
import { invalidField } from '#server/errors.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { importedResource, importKinds } from './import-kinds.ts';

type Chunk = BodyOf<(typeof taskOperations)['tasks.putChunk']>;

const CHUNKS_AT_MOST = MAX_TASK_ROWS / IMPORT_CHUNK_ROWS;

/** Which rows of the whole file a chunk has; 404 for one that cannot be. */
function firstRowOf(chunk: string): number {
  const number = /^(0|[1-9]\d{0,2})$/.test(chunk) ? Number(chunk) : CHUNKS_AT_MOST;
  if (number >= CHUNKS_AT_MOST) throw new AppError('not-found');
  return number * IMPORT_CHUNK_ROWS + 1;
}

/** Puts the rows of a chunk in the place of those that were sent for it before. */
export async function putChunk(
  { db }: ChangeContext,
  taskId: TaskId,
  chunk: string,
  { rows, lines }: Chunk,
): Promise<void> {
  const first = firstRowOf(chunk);
  if (lines !== undefined && lines.length !== rows.length) {
    throw invalidField('lines', 'invalid', 'The list must have as many items as rows.');
  }
  await db
    .deleteFrom('task_rows')
    .where('task_id', '=', taskId)
    .where('number', '>=', first)
    .where('number', '<', first + IMPORT_CHUNK_ROWS)
    .execute();
  if (rows.length > 0) {
    await db
      .insertInto('task_rows')
      .values(
        rows.map((cells, at) => ({
          task_id: taskId,
          number: first + at,
          line: lines?.[at] ?? null,
          body: JSON.stringify(cells),
        })),
      )
      .execute();
  }
  await db
    .updateTable('tasks')
    .set(({ selectFrom, eb }) => ({
      total: selectFrom('task_rows')
        .where('task_id', '=', taskId)
        .select(({ fn }) => fn.countAll<number>().as('total')),
      // What a check has counted, of rows that may be others now.
      ...{ done: 0, unchanged: 0, failed: 0 },
      state: 'loading',
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', taskId)
    .execute();
}

/**
 * A chunk that is missing between others would be lost without notice. An empty one counts as missing.
 *
 * @throws `conflict`
 */
async function assertNoneMissing({ db }: ChangeContext, taskId: TaskId): Promise<void> {
  const { rows } = await sql<{ chunk: number }>`
    select chunk from generate_series(0, (
      select (max(number) - 1) / ${IMPORT_CHUNK_ROWS}::int from task_rows where task_id = ${taskId}
    )) as chunk
    where not exists (
      select from task_rows where task_id = ${taskId}
        and number > chunk * ${IMPORT_CHUNK_ROWS}::int and number <= (chunk + 1) * ${IMPORT_CHUNK_ROWS}::int
    ) order by chunk`.execute(db);
  if (rows.length === 0) return;
  const missing = rows.map(({ chunk }) => chunk).join(', ');
  throw new AppError('conflict', { message: `Chunks are missing: ${missing}. Send them, then check again.` });
}

/** Forgets what was found out about the rows. Rejects with `conflict` where a chunk is missing. */
export async function beginCheck(context: ChangeContext, taskId: TaskId): Promise<void> {
  await assertNoneMissing(context, taskId);
  const { db } = context;
  await db
    .updateTable('task_rows')
    .set({ outcome: null, changes: null, code: null, violations: null, attempts: 0 })
    .where('task_id', '=', taskId)
    .execute();
  await db
    .updateTable('tasks')
    .set(({ eb }) => ({
      state: 'checking',
      done: 0,
      unchanged: 0,
      failed: 0,
      worked_at: new Date(),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', taskId)
    .execute();
}

/** Of rows that are right by themselves and have the same key, all but the first are wrong. The last step of a check. */
export async function refuseRepeated(trx: Trx, taskId: TaskId, resource: TaskResource): Promise<void> {
  const { keys } = importKinds[importedResource(resource)];
  const key = sql.join(keys.map((name) => sql`lower(trim(normalize(coalesce(body ->> ${name}, ''), NFKC)))`));
  const code: ViolationCode = 'repeated';
  await sql`
    update task_rows set outcome = 'error', changes = null, code = 'validation-failed', violations =
      jsonb_build_array(jsonb_build_object('propertyPath', ${keys.at(-1)}::text, 'code', ${code}::text, 'row', first))
    from (
      select id as repeated_id, number as repeated_number, first_value(coalesce(line, number)) over same as first,
        first_value(number) over same as first_number
      from task_rows where task_id = ${taskId} and outcome <> 'error'
      window same as (partition by ${key} order by number)
    ) as numbered
    where id = repeated_id and repeated_number > first_number`.execute(trx);
  await sql`
    update tasks set done = counted.done, unchanged = counted.unchanged, failed = counted.failed
    from (
      select count(*) filter (where outcome in ('add', 'change')) as done,
        count(*) filter (where outcome = 'same') as unchanged,
        count(*) filter (where outcome = 'error') as failed
      from task_rows where task_id = ${taskId}
    ) as counted
    where id = ${taskId}`.execute(trx);
}

/**
 * From now on the rows are done, but for those that the check has refused: they have failed already. Rejects with `conflict` where a
 * chunk is missing: an older server may have checked the import.
 */
export async function beginRun(context: ChangeContext, taskId: TaskId): Promise<void> {
  await assertNoneMissing(context, taskId);
  const { db } = context;
  const { numUpdatedRows } = await db
    .updateTable('task_rows')
    .set({ state: 'failed' })
    .where('task_id', '=', taskId)
    .where('outcome', '=', 'error')
    .executeTakeFirst();
  await db
    .updateTable('task_rows')
    .set({ attempts: 0 })
    .where('task_id', '=', taskId)
    .where('state', '=', 'waiting')
    .execute();
  await db
    .updateTable('tasks')
    .set(({ eb }) => ({
      state: 'running',
      done: 0,
      unchanged: 0,
      failed: Number(numUpdatedRows),
      worked_at: new Date(),
      run_at: new Date(),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', taskId)
    .execute();
}
