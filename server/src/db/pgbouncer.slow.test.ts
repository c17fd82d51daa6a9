import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { SLOW } from '#platform/testing/slow.ts';
import { findUnprivilegedRunner } from '#scripts/postgres-binaries.ts';
import { CannotStart } from '#server/cannot-start.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { freePort } from '#server/testing/test-app.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { watchDatabaseOutages } from './outage-watch.ts';

const isInstalled = spawnSync('pgbouncer', ['--version']).error === undefined;
if (!isInstalled) process.stderr.write('Not tested: PgBouncer (Debian: apt-get install pgbouncer)\n');

const silent = createLog({ name: 'test', level: 'silent' });
const database = setUpTestDatabase();
const owned: { pooler?: ChildProcess; folder?: string } = {};

afterEach(async () => {
  const { pooler, folder } = owned;
  if (pooler && pooler.exitCode === null && pooler.signalCode === null) {
    pooler.kill('SIGKILL');
    await once(pooler, 'exit');
  }
  if (folder) await rm(folder, { recursive: true });
});

/** A PgBouncer in front of the database. Resolves with the address to use instead of the database's own. */
async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
  const url = new URL(database.url);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${url.username}" "${decodeURIComponent(url.password)}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${url.searchParams.get('host')} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
`,
  );
  const { prefix } = await findUnprivilegedRunner();
  const [command = '', ...args] = [...prefix, 'pgbouncer', settings];
  const pooler = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  Object.assign(owned, { pooler, folder });
  let isUp = false;
  for await (const line of createInterface(pooler.stderr)) {
    isUp = line.includes('process up');
    if (isUp) break;
  }
  if (!isUp) throw new Error('PgBouncer did not start');
  pooler.stderr.resume();
  return `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`;
}

describe.skipIf(!isInstalled)('behind PgBouncer in session mode', () => {
  it('a connection has the settings that it has at PostgreSQL itself', async () => {
    const settings = async (url: string) => {
      const db = openDatabase({ url, poolSize: 1, statementTimeoutMs: 12_345, lockTimeoutMs: 678 });
      try {
        const { rows } = await sql`
          select name, setting from pg_settings where name in ('application_name', 'statement_timeout', 'lock_timeout',
            'idle_in_transaction_session_timeout') order by name`.execute(db);
        return rows;
      } finally {
        await db.destroy();
      }
    };
    const own = await settings(database.url);
    expect(own).toContainEqual({ name: 'statement_timeout', setting: '12345' });
    expect(own).toContainEqual({ name: 'lock_timeout', setting: '678' });
    expect(await settings(await startPooler('session'))).toEqual(own);
  });

  it('the database is migrated, and jobs run as soon as they are queued', async () => {
    const url = await startPooler('session');
    expect(await migrate(url)).toEqual({ applied: [], newer: [] });
    const db = openDatabase({ url });
    const done = vi.fn(async () => {});
    const jobs = startJobs({
      url,
      log: silent,
      databaseOutages: watchDatabaseOutages(db, silent),
      schedule: [],
      jobs: { 'send-mail': done },
      // Only a notification brings it.
      pollIntervalMs: 2 * SLOW.timeout,
    });
    try {
      await addJob(db, 'send-mail', { mailId: 'one' }, { key: 'one' });
      await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1), SLOW);
      await addJob(db, 'send-mail', { mailId: 'two' }, { key: 'two' });
      await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(2), SLOW);
    } finally {
      await jobs.close();
      await db.destroy();
    }
  });
});

describe.skipIf(!isInstalled)('behind PgBouncer in transaction mode', () => {
  it('nothing starts, and one line says why', async () => {
    const refusal = await migrate(await startPooler('transaction')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CannotStart);
    expect(String(refusal)).toMatch(
      /^CannotStart: DATABASE_URL leads to a pooler in transaction mode: [^\n]+$/,
    );
  });
});
