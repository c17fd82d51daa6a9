import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { queueTask } from './start-task.ts';

/** Longer than a slice of work takes together with its wait in the queue. */
const SILENT_FOR_S = 60;

/** Queues the tasks again whose server has died, or that no one has worked on for long. */
export async function rescueTasks(db: Db): Promise<void> {
  const silent = await db
    .selectFrom('tasks')
    .where('state', 'in', ['running', 'checking'])
    .where(sql<boolean>`worked_at < now() - ${SILENT_FOR_S} * interval '1 second'`)
    .select(['id', 'owner_id', 'customer_id'])
    .execute();
  for (const task of silent) await queueTask(db, task);
}
