import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import { startDatabase } from './embedded-database.ts';
import { withConnection, withDatabase } from './operator-database.ts';
import { tryLock } from './process-lock.ts';
import { SetUpError } from './set-up-error.ts';
import { readLocalConfig } from './system.ts';

let folder: string;
let cleanUp: AsyncDisposableStack;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hibiki-operator-test-')));
  cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(folder, { recursive: true }));
  vi.stubEnv('DATABASE_URL', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await cleanUp.disposeAsync();
});

/** What an operator's command reads, or the error that it shows. */
async function read(databaseMinFreeMb = 0): Promise<unknown> {
  let found: unknown;
  const config = { ...readLocalConfig({ DATA_DIR: folder }), databaseMinFreeMb };
  try {
    await withDatabase(config, (url) =>
      withConnection(url, async (client) => {
        found = (await client.query('select 1 as one')).rows;
      }),
    );
    return found;
  } catch (error) {
    return error;
  }
}

/** Takes locks that a process of Hibiki would hold. */
async function hold(...names: string[]): Promise<void> {
  for (const name of names) {
    const lock = await tryLock(name);
    cleanUp.defer(async () => lock?.release());
  }
}

const postmaster = async (): Promise<number> =>
  Number((await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('where a start holds the data folder and its database has ended', () => {
  beforeEach(async () => {
    await mkdir(join(folder, 'postgres'));
    await hold(`start ${folder}`, `database ${join(folder, 'postgres')}`);
  });

  it('says that the database is not running, and where to look', async () => {
    const refusal = await read();
    expect(refusal).toBeInstanceOf(SetUpError);
    expect(String(refusal)).toContain(
      `Hibiki runs with the data folder ${folder}, but its database doesn't answer.`,
    );
    expect(String(refusal)).toContain(join(folder, 'postgres/postgres.log'));
    expect(String(refusal)).not.toContain('full');
  });

  it('says that the disk is full', async () => {
    const refusal = await read(Number.POSITIVE_INFINITY);
    expect(String(refusal)).toMatch(/its database doesn't answer\. The disk is full.*\d+ MB are free/);
  });
});

it('says that another command uses the database', async () => {
  await mkdir(join(folder, 'postgres'));
  await hold(`database ${join(folder, 'postgres')}`);
  expect(String(await read())).toContain('is in use by another start of Hibiki');
});

it('reads a database that runs, and one whose start was killed together with it', async () => {
  const database = await startDatabase({ folder: join(folder, 'postgres') });
  cleanUp.defer(() => database.stop());
  expect(await read()).toEqual([{ one: 1 }]);
  await hold(`start ${folder}`);
  process.kill(await postmaster(), 'SIGKILL');
  await database.ended();
  // Its children end a moment later.
  await vi.waitFor(async () => expect(String(await read())).toContain("its database doesn't answer"), SLOW);
  // Releases the lock, as the end of the process does, and leaves postmaster.pid.
  await database.stop();
  expect(await read()).toEqual([{ one: 1 }]);
});

it('says of a database that stands still that it does not answer', async () => {
  const database = await startDatabase({ folder: join(folder, 'postgres') });
  cleanUp.defer(() => database.stop());
  const pid = await postmaster();
  process.kill(pid, 'SIGSTOP');
  try {
    await expect(withConnection(database.url, async () => {})).rejects.toThrow(
      "The database cannot be used: it doesn't answer.",
    );
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});
