import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { changeAndAnnounce } from './change-and-announce.ts';
import { watchDatabaseOutages } from './db/outage-watch.ts';
import type { DomainEvent } from './domain-events.ts';
import { startJobs } from './jobs/jobs.ts';
import { eventually } from './testing/eventually.ts';
import { setUpTestDatabase } from './testing/test-database.ts';

const EVENT: DomainEvent = { type: 'notified', parties: 'all' };
const database = setUpTestDatabase();

const waiting = async () => {
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'tell-events'`.execute(
    database.db,
  );
  return rows.length;
};
const customers = async () => (await database.db.selectFrom('customers').select('id').execute()).length;

it('tells what a change says once it is committed, and leaves no job', async () => {
  const told: DomainEvent[] = [];
  const result = await changeAndAnnounce(
    database.db,
    { publish: (event) => told.push(event) },
    async (trx, publish) => {
      publish(EVENT);
      await trx.insertInto('customers').values({ name: 'made' }).execute();
      expect(told).toEqual([]);
      return 'changed';
    },
  );
  expect([result, told, await waiting()]).toEqual(['changed', [EVENT], 0]);
});

it('tells nothing of a change that is rolled back', async () => {
  const told: DomainEvent[] = [];
  const before = await customers();
  const failed = changeAndAnnounce(
    database.db,
    { publish: (event) => told.push(event) },
    async (trx, publish) => {
      publish(EVENT);
      await trx.insertInto('customers').values({ name: 'not made' }).execute();
      throw new Error('changed my mind');
    },
  );
  await expect(failed).rejects.toThrow('changed my mind');
  expect([told, await waiting(), await customers()]).toEqual([[], 0, before]);
});

it('has it told by another server where this one has died between the commit and the telling', async () => {
  const before = await customers();
  const dies = {
    publish: () => {
      throw new Error('killed');
    },
  };
  const killed = changeAndAnnounce(database.db, dies, async (trx, publish) => {
    publish(EVENT);
    await trx.insertInto('customers').values({ name: 'made all the same' }).execute();
  });
  await expect(killed).rejects.toThrow('killed');
  expect([await customers(), await waiting()]).toEqual([before + 1, 1]);
  const told: DomainEvent[] = [];
  const jobs = startJobs({
    url: database.url,
    log: createLog({ name: 'test', level: 'silent' }),
    databaseOutages: watchDatabaseOutages(database.db, createLog({ name: 'test', level: 'silent' })),
    schedule: [],
    pollIntervalMs: 100,
    jobs: {
      'tell-events': async ({ events }) => {
        told.push(...events);
      },
    },
  });
  // Its time would come in a few seconds.
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db);
  await eventually(() => expect(told).toEqual([EVENT]));
  await jobs.close();
});
