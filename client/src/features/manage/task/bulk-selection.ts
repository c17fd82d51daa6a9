import type { TaskBody } from '#client/api/queries/manage/tasks.ts';
import { type FreeQuery, listText } from '#client/api/query-string.ts';
import type { Chosen } from '#client/features/manage/table/selection.ts';

export type BulkWork = Pick<TaskBody, 'resource' | 'action' | 'body'>;

/**
 * What a task is asked for.
 *
 * @param query of the list that the rows were chosen in
 */
export function taskBodyOf(work: BulkWork, chosen: Chosen, query: FreeQuery): TaskBody {
  if (chosen.kind === 'ids') return { ...work, ids: [...chosen.ids] };
  return { ...work, query: listText(query), except: [...chosen.except] };
}
