import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { knownMigrations, pendingMigrations } from '#server/db/migrate.ts';
import { rebuildQueuedStatistics } from '#server/stats/rebuilds.ts';
import { checkRollups } from '#server/stats/rollups.ts';
import { fillLargeLists } from '#server/testing/large-lists.ts';
import type { FileFolders } from './backup-files.ts';
import type { Manifest } from './manifest.ts';
import { Progress } from './progress.ts';
import { checkBackup, type RestoreDeps, restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** 100 users, 1,000 connections and so on. */
const SCALE = 0.001;
/** Written by this product when 0010 was its newest migration: made with its own API, sockets and mails. */
const OLDER_BACKUP = join(import.meta.dirname, 'testing/backup-of-0010');

let folder: string;
const open: { database: TestDatabase; db: Db; client: Client }[] = [];
const log = createLog({ name: 'test', level: 'silent' });

/** A database, and the folders of its machine, as a backup and a restore take them. */
async function connect(database: TestDatabase) {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const machine = join(folder, randomUUID());
  const entry = {
    database,
    db: openDatabase({ url: database.url }),
    client,
    url: database.url,
    folders: { dataFolder: join(machine, 'data'), recordingFolder: join(machine, 'recordings') },
    progress: new Progress(() => {}),
  };
  for (const each of Object.values(entry.folders)) await mkdir(each, { recursive: true });
  open.push(entry);
  return entry;
}

async function restore(target: RestoreDeps, from: string): Promise<Manifest> {
  const manifest = await checkBackup(target, from);
  await restoreBackup(target, from, manifest);
  return manifest;
}

/** A recording as a media node leaves it on the disk. */
async function makeRecording(
  { recordingFolder }: FileFolders,
  contents = 'pictures and sound',
): Promise<string> {
  const path = join(recordingFolder, randomUUID());
  await mkdir(path);
  await writeFile(join(path, 'lease'), '');
  await writeFile(join(path, 'one.webm'), contents);
  await writeFile(join(path, 'result.json'), '{}');
  return path;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterEach(async () => {
  for (const { database, db, client } of open.splice(0)) {
    await client.end();
    await db.destroy();
    await database.drop();
  }
  await rm(folder, { recursive: true });
});

/** Each table's rows, as one fingerprint. */
async function fingerprints(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' and tablename not like 'numbered%'
      and tablename not in ('media_nodes', 'room_leases', 'rate_limits')`.execute(db);
  const all: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await sql<{ fingerprint: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as fingerprint
      from ${sql.table(name)} t`.execute(db);
    all[name] = found.rows[0]?.fingerprint ?? '';
  }
  return all;
}

async function tablesOf(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  return rows.map(({ name }) => name);
}

/** Indexes and constraints, as PostgreSQL writes them. */
async function structuresOf(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where schemaname = 'public'
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0
    order by 1`.execute(db);
  return rows.map(({ definition }) => definition);
}

describe('a backup', () => {
  it('brings every row back into an empty database, where the product goes on', async () => {
    const before = await connect(await createTestDatabase());
    await fillLargeLists(before.db, SCALE);
    for (const table of ['users', 'customers', 'webhooks']) {
      await sql`drop table ${sql.table(`numbered_${table}`)}`.execute(before.db);
    }
    await writeBackup(before, join(folder, 'kept'), '1.2.3');
    const after = await connect(await createEmptyTestDatabase());
    await restore(after, join(folder, 'kept'));

    expect(await fingerprints(after.db)).toEqual(await fingerprints(before.db));
    expect(await structuresOf(after.db)).toEqual(await structuresOf(before.db));
    expect(await pendingMigrations(after.db)).toEqual([]);
    expect(await checkRollups(after.db)).toEqual([]);
    // Triggers work again: the log refuses changes, and statistics follow the calls.
    await expect(sql`delete from logs`.execute(after.db)).rejects.toThrow();
    await sql`delete from connections where id in (select id from connections limit 10)`.execute(after.db);
    expect(await checkRollups(after.db)).toEqual([]);
  });

  it('shows one moment, while others write', async () => {
    const machine = await connect(await createTestDatabase());
    const { db } = machine;
    await fillLargeLists(db, SCALE);
    const writing = sql`
      insert into customers (name, state) select 'late ' || n, 'VERIFIED' from generate_series(1, 500) n`;
    const [manifest] = await Promise.all([
      writeBackup(machine, join(folder, 'kept'), '1.2.3'),
      writing.execute(db),
    ]);
    const rows = manifest.tables.find(({ name }) => name === 'customers')?.rows;
    expect([101, 601]).toContain(rows);
  });

  it('can be read by no one else, and overwrites nothing', async () => {
    const machine = await connect(await createTestDatabase());
    await writeFile(join(machine.folders.dataFolder, 'auth-secret'), 'secret', { mode: 0o644 });
    await makeRecording(machine.folders);
    const kept = join(folder, 'kept');
    await writeBackup(machine, kept, '1.2.3');
    expect((await stat(kept)).mode & 0o777).toBe(0o700);
    const entries = await readdir(kept, { recursive: true, withFileTypes: true });
    expect(entries.length).toBeGreaterThan(10);
    for (const entry of entries) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
    await expect(writeBackup(machine, kept, '1.2.3')).rejects.toThrow(`${kept} exists already`);
    await writeBackup(machine, join(folder, 'not', 'made', 'yet'), '1.2.3');
  });

  it('brings secrets and recordings back, and replaces none', async () => {
    const before = await connect(await createTestDatabase());
    await writeFile(join(before.folders.dataFolder, 'auth-secret'), 'secret');
    await makeRecording(before.folders);
    const kept = join(folder, 'kept');
    await writeBackup(before, kept, '1.2.3');

    const taken = await connect(await createEmptyTestDatabase());
    const place = join(taken.folders.dataFolder, 'auth-secret');
    await writeFile(place, 'another secret');
    await expect(restore(taken, kept)).rejects.toThrow(`${place} exists already, and is another one`);
    expect(await tablesOf(taken.db)).toEqual([]);

    const after = await connect(await createEmptyTestDatabase());
    await restore(after, kept);
    expect(await readFile(join(after.folders.dataFolder, 'auth-secret'), 'utf8')).toBe('secret');
    const [recording = ''] = await readdir(after.folders.recordingFolder);
    const restored = join(after.folders.recordingFolder, recording);
    expect((await readdir(restored)).sort()).toEqual(['one.webm', 'result.json']);
    expect(await readFile(join(restored, 'one.webm'), 'utf8')).toBe('pictures and sound');
  });

  it('is whole while recordings are finished and removed', async () => {
    const before = await connect(await createTestDatabase());
    const { recordingFolder } = before.folders;
    const stay = await Promise.all(
      Array.from({ length: 100 }, () => makeRecording(before.folders, 'x'.repeat(100_000))),
    );
    const ended = new AbortController();
    /** Finishes and removes recordings the way a media node does. */
    const churn = async () => {
      while (!ended.signal.aborted) {
        const path = join(recordingFolder, randomUUID());
        await mkdir(path);
        const part = join(path, 'one.part.mkv');
        await writeFile(part, 'x'.repeat(100_000));
        await rename(part, join(path, 'one.webm'));
        await rm(path, { recursive: true });
      }
    };
    const churning = [churn(), churn(), churn(), churn()];
    try {
      for (const round of [1, 2, 3, 4, 5]) {
        const kept = join(folder, `kept-${round}`);
        const { files = [] } = await writeBackup(before, kept, '1.2.3');
        const names = new Set(files.map(({ path }) => path.split('/')[1]));
        for (const path of stay) expect(names.has(path.slice(recordingFolder.length + 1))).toBe(true);
        for (const { path, bytes } of files) expect((await stat(join(kept, 'files', path))).size).toBe(bytes);
      }
    } finally {
      ended.abort();
      await Promise.all(churning);
    }
  });

  it('leaves nothing that could be taken for one where it fails', async () => {
    const before = await connect(await createTestDatabase());
    const recordingFolder = join(folder, 'a-file');
    await writeFile(recordingFolder, '');
    const kept = join(folder, 'kept');
    const deps = { ...before, folders: { ...before.folders, recordingFolder } };
    await expect(writeBackup(deps, kept, '1.2.3')).rejects.toThrow('ENOTDIR');
    await expect(stat(kept)).rejects.toThrow('ENOENT');
  });

  it('is refused where it is damaged, unfinished or newer than this version', async () => {
    const target = await connect(await createEmptyTestDatabase());
    const spoil = async (name: string, change: (copy: string) => Promise<unknown>) => {
      const copy = join(folder, name);
      await cp(OLDER_BACKUP, copy, { recursive: true });
      await change(copy);
      return restore(target, copy);
    };
    const users = (copy: string) => join(copy, 'tables/users.copy.gz');
    const manifest = (copy: string) => join(copy, 'manifest.json');
    await expect(
      spoil('damaged', async (copy) => {
        const bytes = await readFile(users(copy));
        bytes[20] = (bytes[20] ?? 0) ^ 1;
        await writeFile(users(copy), bytes);
      }),
    ).rejects.toThrow('damaged');
    const whole = await connect(await createTestDatabase());
    const recording = await makeRecording(whole.folders);
    const name = recording.slice(whole.folders.recordingFolder.length + 1);
    const later = join(folder, 'later');
    await writeBackup(whole, later, '1.2.3');
    await writeFile(join(later, 'files/recordings', name, 'one.webm'), 'pictures and SOUND');
    await expect(restore(target, later)).rejects.toThrow('damaged');
    await rm(join(later, 'files/recordings', name, 'one.webm'));
    await expect(restore(target, later)).rejects.toThrow('cannot be read');
    await expect(spoil('unfinished', (copy) => rm(manifest(copy)))).rejects.toThrow('not a whole backup');
    await expect(spoil('gone', (copy) => rm(copy, { recursive: true }))).rejects.toThrow('does not exist');
    await expect(
      spoil('cut', async (copy) => {
        await writeFile(manifest(copy), (await readFile(manifest(copy), 'utf8')).slice(0, 100));
      }),
    ).rejects.toThrow(/^The backup is damaged: .*cut\/manifest\.json/);
    await expect(
      spoil('newer', async (copy) => {
        const text = await readFile(manifest(copy), 'utf8');
        await writeFile(manifest(copy), text.replace('"0001-initial"', '"0001-initial", "9999-future"'));
      }),
    ).rejects.toThrow('newer version: it has 9999-future');
    expect(await tablesOf(target.db)).toEqual([]);
  });

  it('is not restored over a database that is in use', async () => {
    const target = await connect(await createTestDatabase());
    await expect(restore(target, OLDER_BACKUP)).rejects.toThrow('in use already');
  });
});

describe('the database of the version before', () => {
  it('is filled, and comes through all migrations with every row', async () => {
    const target = await connect(await createEmptyTestDatabase());
    const { tables } = await restore(target, OLDER_BACKUP);
    expect(await pendingMigrations(target.db)).toEqual([]);
    expect((await knownMigrations()).length).toBeGreaterThan(10);
    for (const { name, rows } of tables) {
      const counted = await sql<{
        count: number;
      }>`select count(*)::int as count from ${sql.table(name)}`.execute(target.db);
      expect(counted.rows[0]?.count, name).toBeGreaterThanOrEqual(rows);
    }
    await rebuildQueuedStatistics(target.db, log);
    expect(await checkRollups(target.db)).toEqual([]);
  });
});
