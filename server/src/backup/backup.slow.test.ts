import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { knownMigrations, pendingMigrations } from '#server/db/migrate.ts';
import { checkRollups } from '#server/stats/rollups.ts';
import { fillLargeLists } from '#server/testing/large-lists.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** 100 users, 1,000 connections and so on. */
const SCALE = 0.001;
/** Written by this product when 0010 was its newest migration: made with its own API, sockets and mails. */
const OLDER_BACKUP = join(import.meta.dirname, 'testing/backup-of-0010');

let folder: string;
const open: { database: TestDatabase; db: Db; client: Client }[] = [];

async function connect(database: TestDatabase) {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const entry = { database, db: openDatabase({ url: database.url }), client, url: database.url };
  open.push(entry);
  return entry;
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

describe('a backup', () => {
  it('brings every row back into an empty database, where the product goes on', async () => {
    const before = await connect(await createTestDatabase());
    await fillLargeLists(before.db, SCALE);
    for (const table of ['users', 'customers', 'webhooks']) {
      await sql`drop table ${sql.table(`numbered_${table}`)}`.execute(before.db);
    }
    await writeBackup(before.client, join(folder, 'kept'), '1.2.3');
    const after = await connect(await createEmptyTestDatabase());
    await restoreBackup(after, join(folder, 'kept'));

    expect(await fingerprints(after.db)).toEqual(await fingerprints(before.db));
    expect(await pendingMigrations(after.db)).toEqual([]);
    expect(await checkRollups(after.db)).toEqual([]);
    // Triggers work again: the log refuses changes, and statistics follow the calls.
    await expect(sql`delete from logs`.execute(after.db)).rejects.toThrow();
    await sql`delete from connections where id in (select id from connections limit 10)`.execute(after.db);
    expect(await checkRollups(after.db)).toEqual([]);
  });

  it('shows one moment, while others write', async () => {
    const { db, client } = await connect(await createTestDatabase());
    await fillLargeLists(db, SCALE);
    const writing = sql`
      insert into customers (name, state) select 'late ' || n, 'VERIFIED' from generate_series(1, 500) n`;
    const [manifest] = await Promise.all([
      writeBackup(client, join(folder, 'kept'), '1.2.3'),
      writing.execute(db),
    ]);
    const rows = manifest.tables.find(({ name }) => name === 'customers')?.rows;
    expect([101, 601]).toContain(rows);
  });

  it('can be read by no one else, and overwrites nothing', async () => {
    const { client } = await connect(await createTestDatabase());
    const kept = join(folder, 'kept');
    await writeBackup(client, kept, '1.2.3');
    expect((await stat(kept)).mode & 0o777).toBe(0o700);
    for (const file of await readdir(join(kept, 'tables'))) {
      expect((await stat(join(kept, 'tables', file))).mode & 0o777).toBe(0o600);
    }
    await expect(writeBackup(client, kept, '1.2.3')).rejects.toThrow(`${kept} exists already`);
    await writeBackup(client, join(folder, 'not', 'made', 'yet'), '1.2.3');
  });

  it('is refused where it is damaged, unfinished or newer than this version', async () => {
    const target = await connect(await createEmptyTestDatabase());
    const spoil = async (name: string, change: (copy: string) => Promise<unknown>) => {
      const copy = join(folder, name);
      await cp(OLDER_BACKUP, copy, { recursive: true });
      await change(copy);
      return restoreBackup(target, copy);
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
    await expect(spoil('unfinished', (copy) => rm(manifest(copy)))).rejects.toThrow('not a whole backup');
    await expect(
      spoil('newer', async (copy) => {
        const text = await readFile(manifest(copy), 'utf8');
        await writeFile(manifest(copy), text.replace('"0001-initial"', '"0001-initial", "9999-future"'));
      }),
    ).rejects.toThrow('newer version: it has 9999-future');
    expect(await sql`select 1 from pg_tables where schemaname = 'public'`.execute(target.db)).toMatchObject({
      rows: [],
    });
  });

  it('is not restored over a database that is in use', async () => {
    const target = await connect(await createTestDatabase());
    await expect(restoreBackup(target, OLDER_BACKUP)).rejects.toThrow('in use already');
  });
});

describe('the database of the version before', () => {
  it('is filled, and comes through all migrations with every row', async () => {
    const target = await connect(await createEmptyTestDatabase());
    const { tables } = await restoreBackup(target, OLDER_BACKUP);
    expect(await pendingMigrations(target.db)).toEqual([]);
    expect((await knownMigrations()).length).toBeGreaterThan(10);
    for (const { name, rows } of tables) {
      const counted = await sql<{
        count: number;
      }>`select count(*)::int as count from ${sql.table(name)}`.execute(target.db);
      expect(counted.rows[0]?.count, name).toBeGreaterThanOrEqual(rows);
    }
    expect(await checkRollups(target.db)).toEqual([]);
  });
});
