import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TaskId } from '#protocol/ids.ts';
import { MAX_TASK_ROWS } from '#protocol/limits.ts';
import { lockInOrder } from '#server/db/lock-in-order.ts';
import type { TaskRecord } from '#server/db/task-tables.ts';
import { invalidField } from '#server/errors.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { limitTable } from '#server/limits/limit-table.ts';
import { overLimit } from '#server/limits/over-limit.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import type { Readers } from '#server/rest/references.ts';
import { askerColumns } from './asker.ts';
import { planImport, planOf, type TaskBody } from './plan.ts';

const RETRY_AFTER_MS = 60_000;
const KEY_LENGTH_AT_MOST = 255;

const COUNTED_STATES = {
  'tasks-person': ['running', 'checking'],
  'imports-person': ['loading', 'checking', 'checked'],
} as const satisfies Record<string, readonly TaskRecord['state'][]>;

/** One job a task: another one with the same key takes its place. */
export const queueTask = (
  db: ChangeContext['db'] | ChangeContext['deps']['db'],
  { id, owner_id, customer_id }: Pick<TaskRecord, 'id' | 'owner_id' | 'customer_id'>,
) =>
  addJob(db, 'work-on-task', { taskId: id }, { key: `work-on-task:${id}`, share: customer_id ?? owner_id });

/** Stores the items that match now, and starts the task. If the idempotency key was used before, returns that task. */
export async function startTask(
  context: ChangeContext,
  readers: Readers,
  body: TaskBody,
  idempotencyKey: string | undefined,
): Promise<TaskId> {
  const { db } = context;
  const isImport = body.action === 'import';
  const plan = isImport ? planImport(context, body) : await planOf(context, readers, body);
  const key = readKey(idempotencyKey);
  const requestHash = createHash('sha256').update(JSON.stringify(body)).digest();
  await assertNotTooMany(context, 'tasks-person');
  if (isImport) await assertNotTooMany(context, 'imports-person');
  const made = await db
    .insertInto('tasks')
    .values({
      ...requestColumns(context),
      resource: body.resource,
      action: body.action,
      body: plan.patch && JSON.stringify(plan.patch),
      query: body.query ?? null,
      file_name: body.fileName ?? null,
      idempotency_key: key,
      request_hash: requestHash,
      state: isImport ? 'loading' : 'running',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'owner_id', 'customer_id'])
    .executeTakeFirst();
  if (!made) return await findStarted(context, key, requestHash);

  await context.audit('start', 'tasks', made.id, askerColumns(context.principal).customer_id);
  // An import's rows are still to come.
  if (!('rows' in plan)) return made.id;
  const { numAffectedRows = 0n } = await sql`
    insert into task_rows (task_id, number, subject_id)
    select ${made.id}, number, id from ${plan.rows} as chosen`.execute(db);
  const total = Number(numAffectedRows);
  if (total > MAX_TASK_ROWS) throw invalidField('query', 'too-many-rows');
  await db.updateTable('tasks').set({ total }).where('id', '=', made.id).execute();
  await queueTask(db, made);
  return made.id;
}

/** As whom, and by which request, a task is asked for. */
export const requestColumns = ({ principal, address, requestId, lang }: ChangeContext) => ({
  ...askerColumns(principal),
  address,
  request_id: requestId,
  lang,
});

function readKey(key: string | undefined): string | null {
  if (key === undefined || key === '') return null;
  if (key.length > KEY_LENGTH_AT_MOST) {
    throw invalidField(
      'Idempotency-Key',
      'invalid',
      `The value must have ${KEY_LENGTH_AT_MOST} or fewer characters.`,
    );
  }
  return key;
}

/**
 * Of what is asked for at once, each waits for the one before. An import that has begun counts until it runs: its rows are stored.
 *
 * @throws `too-many-requests`
 */
export async function assertNotTooMany(
  { db, principal }: ChangeContext,
  limit: 'tasks-person' | 'imports-person',
): Promise<void> {
  const { owner_id } = askerColumns(principal);
  await lockInOrder(db, [`tasks-of:${owner_id}`]);
  const { open } = await db
    .selectFrom('tasks')
    .where('state', 'in', COUNTED_STATES[limit])
    .where('owner_id', '=', owner_id)
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow();
  if (open >= limitTable[limit].most) throw overLimit(limit, RETRY_AFTER_MS);
}

/** 422 where the key was used for something else (draft-ietf-httpapi-idempotency-key-header, 2.7). */
async function findStarted(context: ChangeContext, key: string | null, hash: Buffer): Promise<TaskId> {
  const { owner_kind, owner_id } = askerColumns(context.principal);
  const started = await context.db
    .selectFrom('tasks')
    .where('owner_kind', '=', owner_kind)
    .where('owner_id', '=', owner_id)
    .where('idempotency_key', '=', key)
    .select(['id', 'request_hash'])
    .executeTakeFirstOrThrow();
  if (!started.request_hash.equals(hash)) throw invalidField('Idempotency-Key', 'not-unique');
  return started.id;
}
