import type { Task } from '#client/api/queries/manage/tasks.ts';
import { idOfIri } from '#protocol/rest/field.ts';

/** The id of the customer that a task moves its items to; null where it moves none. A task that undoes another one has the other's body. */
export function targetOfMove({
  action,
  body,
  undoes,
}: Pick<Task, 'action' | 'body' | 'undoes'>): string | null {
  const target = action === 'merge' && undoes === null ? body?.customer : undefined;
  return typeof target === 'string' ? idOfIri(target) : null;
}
