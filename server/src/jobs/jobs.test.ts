import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CustomerId, RecordingId, TaskId } from '#protocol/ids.ts';
import { watchDatabaseOutages } from '#server/db/outage-watch.ts';
import { eventually } from '#server/testing/eventually.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { addJob } from './add-job.ts';
import { type Jobs, type JobTable, type Schedule, startJobs } from './jobs.ts';
import { queues } from './queues.ts';

const log = createLog({ name: 'test', level: 'silent' });
const SLOTS_OF_TASKS = queues.tasks.atOnce;
/** More than any queue has slots. */
const MANY = Array.from({ length: 20 }, (_, index) => index);

const database = setUpTestDatabase({ per: 'test' });
const running: Jobs[] = [];
const held: (() => void)[] = [];
afterEach(async () => {
  const closed = Promise.all(running.splice(0).map((jobs) => jobs.close()));
  for (const release of held.splice(0)) release();
  await closed;
});

/** Ends when the test lets it. */
const hold = () => new Promise<void>((resolve) => held.push(resolve));

type Held =
  | 'send-mail'
  | 'deliver-webhooks'
  | 'work-on-task'
  | 'remove-recording-files'
  | 'rebuild-statistics'
  | 'rescue-mails';
const start = (table: Partial<JobTable<Held>>, schedule: readonly Schedule[] = []) => {
  running.push(
    startJobs({
      url: database.url,
      log,
      databaseOutages: watchDatabaseOutages(database.db, log),
      schedule,
      jobs: {
        'send-mail': hold,
        'deliver-webhooks': hold,
        'work-on-task': hold,
        'remove-recording-files': hold,
        'rebuild-statistics': hold,
        'rescue-mails': hold,
        ...table,
      },
    }),
  );
};

describe('a mail', () => {
  it('goes out though all webhooks, tasks and jobs of upkeep wait for servers of others', async () => {
    for (const index of MANY) {
      await addJob(database.db, 'deliver-webhooks', { customerId: `${index}` as CustomerId });
      await addJob(database.db, 'work-on-task', { taskId: `${index}` as TaskId }, { share: `${index}` });
      await addJob(database.db, 'remove-recording-files', { recordingId: `${index}` as RecordingId });
      await addJob(database.db, 'rebuild-statistics', {});
    }
    const sent: string[] = [];
    start({
      'send-mail': async ({ mailId }) => {
        sent.push(mailId);
      },
    });
    await eventually(() => expect(held.length).toBeGreaterThan(4));
    await addJob(database.db, 'send-mail', { mailId: 'link' });
    await eventually(() => expect(sent).toEqual(['link']));
  });

  it('goes out before those of an import that wait', async () => {
    for (const index of MANY)
      await addJob(database.db, 'send-mail', { mailId: `invitation ${index}` }, { behindOthers: true });
    await addJob(database.db, 'send-mail', { mailId: 'link' });
    const begun: string[] = [];
    start({
      'send-mail': async ({ mailId }) => {
        begun.push(mailId);
      },
    });
    await eventually(() => expect(begun).toHaveLength(MANY.length + 1));
    // Those that were taken together with it may begin first.
    expect(begun.indexOf('link')).toBeLessThan(6);
  });
});

describe('a task', () => {
  it('gets a slot that another customer frees, however many of that one wait', async () => {
    for (const index of MANY)
      await addJob(database.db, 'work-on-task', { taskId: `many ${index}` as TaskId }, { share: 'busy' });
    await addJob(database.db, 'work-on-task', { taskId: 'other' as TaskId }, { share: 'quiet' });
    const begun: string[] = [];
    start({
      'work-on-task': ({ taskId }) => {
        begun.push(taskId);
        return hold();
      },
    });
    // Those that become due in one moment may take all slots; before they have, one that is freed may be taken by them.
    await eventually(() => expect(begun.includes('other') || begun.length === SLOTS_OF_TASKS).toBe(true));
    held.shift()?.();
    await eventually(() => expect(begun).toContain('other'));
    expect(begun.length).toBeLessThanOrEqual(SLOTS_OF_TASKS + 1);
  });
});

describe('a scheduled job', () => {
  /** Never by itself while a test runs: `tick` does what the clock would. */
  const RARELY: readonly Schedule[] = [{ job: 'rescue-mails', at: '0 0 29 2 *' }];
  const tick = () => addJob(database.db, 'rescue-mails', {}, { key: 'rescue-mails' });
  const queued = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'rescue-mails'`.execute(
      database.db,
    );
    return rows[0]?.count;
  };
  const startServers = () => {
    const runs = { begun: 0, now: 0, mostAtOnce: 0 };
    const work = async () => {
      runs.begun += 1;
      runs.now += 1;
      runs.mostAtOnce = Math.max(runs.mostAtOnce, runs.now);
      await hold();
      runs.now -= 1;
    };
    for (let server = 0; server < 2; server += 1) start({ 'rescue-mails': work }, RARELY);
    return runs;
  };

  it('that takes longer than its interval does not run beside itself, on any server, and does not pile up', async () => {
    const runs = startServers();
    await tick();
    await eventually(() => expect(runs.begun).toBe(1));
    for (let interval = 0; interval < 3; interval += 1) {
      await tick();
      // Only the one that runs is left.
      await eventually(async () => expect(await queued()).toBe(1));
    }
    expect(runs.begun).toBe(1);
    held.shift()?.();
    await eventually(async () => expect(await queued()).toBe(0));
    await tick();
    await eventually(() => expect(runs).toEqual({ begun: 2, now: 1, mostAtOnce: 1 }));
  });

  it('runs at its next time after the server that ran it was lost', async () => {
    const runs = startServers();
    await tick();
    await eventually(() => expect(runs.begun).toBe(1));
    // As PostgreSQL ends the connections of a server that is killed.
    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      database.db,
    );
    await tick();
    await eventually(() => expect(runs.begun).toBe(2));
  });
});
