import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RunningDatabase, startDatabase } from './embedded-database.ts';

let folder: string;
let running: RunningDatabase[];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hibiki-embedded-test-')));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((database) => database.stop()));
  await rm(folder, { recursive: true, force: true });
});

async function start(inFolder = folder): Promise<RunningDatabase> {
  const database = await startDatabase({ folder: inFolder });
  running.push(database);
  return database;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = async (): Promise<number> =>
  Number((await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

/** A process that starts the database of the folder and is then killed with -9, as a user's start may be. */
async function startAndKill(): Promise<void> {
  const code = `
    import { startDatabase } from '${join(import.meta.dirname, 'embedded-database.ts')}';
    const { url } = await startDatabase({ folder: process.argv[1] });
    console.log(url);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface(child.stdout), 'line');
  await query(String(url), 'create table kept (text text)');
  await query(String(url), `insert into kept values ('before the kill')`);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('keeps its data and its password over a stop and a start', async () => {
  const first = await start();
  await query(first.url, 'create table kept (number integer)');
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select count(*)::int from kept')).toEqual([{ count: 0 }]);
});

test('refuses a wrong password, and keeps the right one in a file for its owner only', async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = 'guessed';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'cluster'))).mode & 0o077).toBe(0);
});

test('listens on a Unix socket and on no port', async () => {
  const { url } = await start();
  expect(await query(url, `show listen_addresses`)).toEqual([{ listen_addresses: '' }]);
});

test('bounds its write-ahead log', async () => {
  const { url } = await start();
  expect(await query(url, 'show max_wal_size')).toEqual([{ max_wal_size: '128MB' }]);
});

test('serves a folder whose path is too long for a socket', async () => {
  const long = join(folder, 'x'.repeat(100));
  const { url } = await start(long);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

describe('after a start that was killed with -9', () => {
  test('ends the PostgreSQL that was left over and keeps what was committed', async () => {
    await startAndKill();
    const leftOver = await postmasterPid();
    const { url } = await start();
    expect(await postmasterPid()).not.toBe(leftOver);
    await expect(readlink(`/proc/${leftOver}/cwd`)).rejects.toThrow(/ENOENT/);
    expect(await query(url, 'select text from kept')).toEqual([{ text: 'before the kill' }]);
  });

  test('recovers when PostgreSQL was killed too', async () => {
    await startAndKill();
    process.kill(await postmasterPid(), 'SIGKILL');
    const { url } = await start();
    expect(await query(url, 'select text from kept')).toEqual([{ text: 'before the kill' }]);
  });

  test('is not misled by a pid file whose number belongs to another process now', async () => {
    const { stop } = await start();
    await stop();
    const pidFile = join(folder, 'cluster/postmaster.pid');
    await writeFile(
      pidFile,
      `${process.pid}\n${join(folder, 'cluster')}\n0\n5432\n${folder}\n\n0 0\nready\n`,
    );
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('recreates the folder when the kill came while it was being made', async () => {
    await mkdir(join(folder, 'cluster.unfinished/base'), { recursive: true });
    await writeFile(join(folder, 'password'), 'of the interrupted start');
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(folder)).not.toContain('cluster.unfinished');
  });
});

describe('says in one sentence', () => {
  test('that the folder is in use', async () => {
    await start();
    await expect(startDatabase({ folder })).rejects.toThrow(
      `The database in ${folder} is in use by another start of Hibiki.`,
    );
  });

  test('that the folder is of another PostgreSQL', async () => {
    await mkdir(join(folder, 'cluster'));
    await writeFile(join(folder, 'password'), 'x');
    await writeFile(join(folder, 'cluster/PG_VERSION'), '15\n');
    await expect(startDatabase({ folder })).rejects.toThrow(
      /was made by PostgreSQL 15, and this is PostgreSQL 18/,
    );
  });

  test('that the password file is missing', async () => {
    const { stop } = await start();
    await stop();
    await rm(join(folder, 'password'));
    await expect(startDatabase({ folder })).rejects.toThrow(/password file .* is missing/);
  });

  test('and with the end of its log, that PostgreSQL did not start', async () => {
    const { stop } = await start();
    await stop();
    await writeFile(join(folder, 'cluster/postgresql.conf'), 'no_such_setting = 1\n');
    await expect(startDatabase({ folder })).rejects.toThrow(/did not start:\n(.*\n)*.*no_such_setting/);
    // The lock was given back.
    await writeFile(join(folder, 'cluster/postgresql.conf'), '');
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

test('tells when PostgreSQL ends by itself, and starts it again at the same address', async () => {
  const { url, ended, restart } = await start();
  await query(url, 'create table kept (number integer)');
  for (const _ of ['first', 'again']) {
    process.kill(await postmasterPid(), 'SIGKILL');
    expect(await ended()).toMatch(/PostgreSQL has ended by itself \(SIGKILL\)/);
    await restart();
    expect(await query(url, 'select * from kept')).toEqual([]);
  }
});

test('that does not start again can be started later', async () => {
  const { url, ended, restart } = await start();
  process.kill(await postmasterPid(), 'SIGKILL');
  await ended();
  await writeFile(join(folder, 'cluster/postgresql.conf'), 'no_such_setting = 1\n');
  await expect(restart()).rejects.toThrow(/did not start:\n(.*\n)*.*no_such_setting/);
  await writeFile(join(folder, 'cluster/postgresql.conf'), '');
  await restart();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('leaves no process and no folder of an ephemeral cluster', async () => {
  const { stop } = await startDatabase({ folder, ephemeral: true });
  const pid = await postmasterPid();
  await stop();
  await expect(stat(folder)).rejects.toThrow(/ENOENT/);
  await expect(readlink(`/proc/${pid}/cwd`)).rejects.toThrow(/ENOENT/);
});

test.runIf(process.getuid?.() === 0)('runs as nobody where root may not open a user namespace', async () => {
  const first = await start();
  await query(first.url, 'create table kept (number integer)');
  await first.stop();
  const closed = join(folder, 'closed');
  await mkdir(closed);
  await writeFile(join(closed, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${closed}:${process.env.PATH}`);
  try {
    const { url } = await start();
    expect((await stat(join(folder, 'cluster/postmaster.pid'))).uid).toBe(65_534);
    expect(await query(url, 'select count(*)::int from kept')).toEqual([{ count: 0 }]);
  } finally {
    vi.unstubAllEnvs();
  }
});
