import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Trx } from '#server/db/database.ts';
import { inSavepoint } from '#server/db/savepoint.ts';
import type { TaskRecord, TaskRowRecord } from '#server/db/task-tables.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { toAppError } from '#server/errors.ts';
import type { ResourceChanged } from '#server/manager-news.ts';
import type { RequestContext } from '#server/rest/context.ts';
import type { Answer, Endpoint } from '#server/rest/endpoint.ts';
import type { Readers } from '#server/rest/references.ts';
import { changeWithin } from '#server/rest/run-endpoint.ts';
import { askerOf } from './asker.ts';
import { requestOf } from './row-request.ts';
import { claimTask, countResults, kept, type RowResult, stillAhead, type WorkedRow } from './row-state.ts';
import { workOf } from './row-work.ts';

/** The result of a row, and what to announce after the commit. */
interface Ran {
  readonly result: RowResult;
  readonly events: readonly DomainEvent[];
  readonly changed: readonly ResourceChanged[];
}

/**
 * Does these rows of a task, or as many as there is time for, at least one. They share a transaction and its commit; one that
 * is refused is undone alone. Rejects if a row cannot be done at present; then none of them is done.
 *
 * @param endsAt in ms since 1970: no row is begun after it
 */
export async function runRows(
  context: RequestContext,
  readers: Readers,
  endpoints: ReadonlyMap<string, Endpoint>,
  task: TaskRecord,
  rows: readonly TaskRowRecord[],
  endsAt: number,
): Promise<void> {
  const { db, events, news } = context.deps;
  const changed = await changeAndAnnounce(db, events, async (trx, publish) => {
    await claimTask(trx, task);
    const within = { ...context, db: trx };
    const worked: WorkedRow[] = [];
    const told: ResourceChanged[] = [];
    for (const row of await stillAhead(trx, task, rows)) {
      const ran = await run(within, readers, endpoints, task, row);
      worked.push({ row, result: ran.result });
      told.push(...ran.changed);
      for (const event of ran.events) publish(event);
      if (Date.now() >= endsAt) break;
    }
    await assertSameRights(context, task);
    await writeRun(trx, task, worked);
    return told;
  });
  for (const change of changed) news.resourceChanged(change);
}

/** Rows of a batch run by the rights that it has begun with. Throws where these have changed since: then none of the rows is done. */
async function assertSameRights(
  { deps, principal }: Pick<RequestContext, 'deps' | 'principal'>,
  task: TaskRecord,
): Promise<void> {
  if (!isDeepStrictEqual(await deps.auth.verifyAgain(askerOf(task)), principal)) {
    throw new AppError('service-unavailable', {
      message: 'The rights of the account have changed meanwhile',
    });
  }
}

async function run(
  context: RequestContext & { readonly db: Trx },
  readers: Readers,
  endpoints: ReadonlyMap<string, Endpoint>,
  task: TaskRecord,
  row: TaskRowRecord,
): Promise<Ran> {
  try {
    return await inSavepoint(context.db, async () => {
      const work = await workOf(context, readers, task, row);
      if (work.operation === null) return quiet({ state: 'unchanged', subjectId: work.id });
      const { endpoint, params, input } = requestOf(endpoints, work);
      const { answer, ...told } = await changeWithin(endpoint, context, params, input);
      return {
        result: {
          state: 'done',
          outcome: work.id === null ? 'add' : 'change',
          subjectId: work.id ?? idOfAnswer(answer),
          before: work.before,
          changes: work.changes,
        },
        ...told,
      };
    });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) throw thrown;
    return quiet({ state: 'failed', error });
  }
}

const quiet = (result: RowResult): Ran => ({ result, events: [], changed: [] });

const idOfAnswer = ({ body }: Answer): string | null => {
  const id: unknown = body && Reflect.get(body, 'id');
  return typeof id === 'string' ? id : null;
};

/** All in two statements, however many they are. The rows wait no longer. */
export async function writeRun(trx: Trx, task: TaskRecord, worked: readonly WorkedRow[]): Promise<void> {
  const isImport = task.action === 'import';
  const results = worked.map(({ row, result }) => ({
    id: row.id,
    state: result.state,
    outcome: isImport && result.state === 'done' ? result.outcome : null,
    changes: result.state === 'done' ? result.changes : null,
    subject: result.state === 'failed' ? null : result.subjectId,
    before: result.state === 'done' ? result.before : null,
    code: result.state === 'failed' ? result.error.code : null,
    violations: result.state === 'failed' ? kept(result.error) : null,
  }));
  await sql`
    update task_rows set state = result.state, before = result.before, code = result.code, violations = result.violations,
      outcome = coalesce(result.outcome, task_rows.outcome), changes = result.changes,
      subject_id = case when result.state = 'failed' then task_rows.subject_id else result.subject end
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as result (id uuid, state text, outcome text, changes jsonb, subject uuid, before jsonb, code text, violations jsonb)
    where task_rows.id = result.id`.execute(trx);
  await countResults(trx, task, worked);
}
