import { randomUUID } from 'node:crypto';
import type { Db, Trx } from './db/database.ts';
import type { DomainEvent, DomainEvents } from './domain-events.ts';
import { addJob, removeJob } from './jobs/add-job.ts';

/**
 * The events that a transaction has said are told by a job after this long, where the server that was to tell them at once has
 * died in between.
 */
const TOLD_BY_JOB_AFTER_MS = 5_000;

/** Says what is told once the transaction has been committed. */
export type Publish = (event: DomainEvent) => void;

/**
 * Runs a change in a transaction; what it says is told once that is committed, never before, and never not at all. Told
 * twice where the server dies between the telling and the note of it, which does no harm: events say what to look at again.
 */
export async function changeAndTell<Result>(
  db: Db,
  events: Pick<DomainEvents, 'publish'>,
  change: (trx: Trx, publish: Publish) => Promise<Result>,
): Promise<Result> {
  const said: DomainEvent[] = [];
  const key = `tell-events:${randomUUID()}`;
  const result = await db.transaction().execute(async (trx) => {
    const changed = await change(trx, (event) => said.push(event));
    if (said.length > 0) {
      await addJob(trx, 'tell-events', { events: said }, { key, delayMs: TOLD_BY_JOB_AFTER_MS });
    }
    return changed;
  });
  if (said.length === 0) return result;
  for (const event of said) events.publish(event);
  // Without the database the job stays, and tells them again.
  await removeJob(db, key).catch(() => undefined);
  return result;
}
