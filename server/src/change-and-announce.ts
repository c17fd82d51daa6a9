import { randomUUID } from 'node:crypto';
import type { Db, Trx } from './db/database.ts';
import type { DomainEvent, DomainEvents } from './domain-events.ts';
import { addJob, removeJob } from './jobs/add-job.ts';

/** Where a server dies before it has published the events of a transaction, a job publishes them after this long. */
const ANNOUNCED_BY_JOB_AFTER_MS = 5_000;

/** Collects an event that is published once the transaction has been committed. */
export type Publish = (event: DomainEvent) => void;

/**
 * Runs a change in a transaction and publishes its events once that is committed: never before, and at least once. Twice
 * where the server dies before it has removed the job, which does no harm: events say what to look at again.
 */
export async function changeAndAnnounce<Result>(
  db: Db,
  events: Pick<DomainEvents, 'publish'>,
  change: (trx: Trx, publish: Publish) => Promise<Result>,
): Promise<Result> {
  const collected: DomainEvent[] = [];
  const key = `tell-events:${randomUUID()}`;
  const result = await db.transaction().execute(async (trx) => {
    const changed = await change(trx, (event) => collected.push(event));
    if (collected.length > 0) {
      const delayMs = ANNOUNCED_BY_JOB_AFTER_MS;
      await addJob(trx, 'tell-events', { events: collected }, { key, delayMs });
    }
    return changed;
  });
  if (collected.length === 0) return result;
  for (const event of collected) events.publish(event);
  // Without the database the job stays, and publishes them again.
  await removeJob(db, key).catch(() => undefined);
  return result;
}
