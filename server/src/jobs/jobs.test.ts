import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CustomerId, RecordingId, TaskId } from '#protocol/ids.ts';
import { watchDatabaseOutages } from '#server/db/outage-watch.ts';
import { eventually } from '#server/testing/eventually.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { addJob } from './add-job.ts';
import { type Jobs, type JobTable, startJobs } from './jobs.ts';
import { queues } from './queues.ts';

const log = createLog({ name: 'test', level: 'silent' });
const SLOTS_OF_TASKS = queues.tasks.atOnce;
/** More than any queue has slots. */
const MANY = Array.from({ length: 20 }, (_, index) => index);

const database = setUpTestDatabase({ per: 'test' });
let jobs: Jobs | undefined;
const held: (() => void)[] = [];
afterEach(async () => {
  const closed = jobs?.close();
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
  | 'rebuild-statistics';
const start = (table: Partial<JobTable<Held>>) => {
  jobs = startJobs({
    url: database.url,
    log,
    databaseOutages: watchDatabaseOutages(database.db, log),
    schedule: [],
    jobs: {
      'send-mail': hold,
      'deliver-webhooks': hold,
      'work-on-task': hold,
      'remove-recording-files': hold,
      'rebuild-statistics': hold,
      ...table,
    },
  });
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
