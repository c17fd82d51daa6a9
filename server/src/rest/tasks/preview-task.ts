import { sql } from 'kysely';
import { MAX_TASK_ROWS } from '#protocol/limits.ts';
import { invalidField } from '#server/errors.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { peopleAbove } from '#server/rest/managers.ts';
import type { Readers } from '#server/rest/references.ts';
import { changes } from './patch.ts';
import { planOf, type TaskBody } from './plan.ts';

/** As many as are looked at in a moment; of a longer task the first ones stand for all. */
const EXAMINED_AT_MOST = 5_000;
const BATCH_SIZE = 500;

/** What a task with this body would do if it were started now. Nothing is locked or changed. */
export async function previewTask(context: RequestContext, readers: Readers, body: TaskBody) {
  const { rows: planned, reach, patch, selection } = await planOf(context, readers, body);
  const { rows } = await sql<{ id: string; total: number }>`
    select id, count(*) over () as total from ${planned} as chosen order by number limit ${EXAMINED_AT_MOST}`.execute(
    context.db,
  );
  const total = rows[0]?.total ?? 0;
  if (total > MAX_TASK_ROWS) throw invalidField('query', 'too-many-rows');
  let [changed, refused] = [0, 0];
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const ids = rows.slice(at, at + BATCH_SIZE).map(({ id }) => id);
    const shown = new Map(await selection.shown(context, reach, ids));
    if (body.resource === 'users') for (const id of await peopleAbove(context, ids)) shown.delete(id);
    refused += ids.length - shown.size;
    changed += [...shown.values()].filter((item) => patch === null || changes(item, patch)).length;
  }
  return {
    total,
    examined: rows.length,
    changed,
    unchanged: rows.length - changed - refused,
    refused,
  };
}
