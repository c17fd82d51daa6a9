import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createEmptyTestDatabase } from '#scripts/test-database.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { openDatabase } from './database.ts';
import { migrate, pendingMigrations } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
/** The first that an older server has to bear beside it. */
const FIRST_EXPANDING = '0011';

const database = setUpTestDatabase({ per: 'test' });

const remember = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(database.db);

describe('a server that is older than its database', () => {
  it('starts beside the newer schema, and says so', async () => {
    await remember('9998-of-the-next-version');
    await remember('9999-of-the-next-version');
    expect(await migrate(database.url)).toEqual({
      applied: [],
      newer: ['9998-of-the-next-version', '9999-of-the-next-version'],
    });
    expect(await pendingMigrations(database.db)).toEqual([]);
  });

  it('does not start where the database lacks what it needs', async () => {
    await remember('9999-of-another-line');
    await sql`delete from kysely_migration where name = '0010-notifications-to-all'`.execute(database.db);
    await expect(migrate(database.url)).rejects.toThrow(
      'it lacks 0010-notifications-to-all, and has 9999-of-another-line',
    );
  });
});

/** A database as it was before some migrations. */
async function databaseUpTo(to: string) {
  const older = await createEmptyTestDatabase();
  await migrate(older.url, { to });
  const db = openDatabase({ url: older.url, statementTimeoutMs: 10_000 });
  return {
    url: older.url,
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await older.drop();
    },
  };
}

describe('a database that is brought up to date', () => {
  it('is read and written meanwhile, also where a long query holds a table', async () => {
    await using older = await databaseUpTo('0033-managed-calls');
    const released = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    const holding = older.db.transaction().execute(async (trx) => {
      await sql`lock table connections in access share mode`.execute(trx);
      await released.promise;
    });
    const migrating = migrate(older.url, {
      onProgress: (step) => {
        if (step.includes('0034-set-up-and-quality waits')) waiting.resolve();
      },
    });
    await waiting.promise;
    // Another one begins behind the migration that waits, and is let through once that has given up for now.
    await sql`select count(*) from connections`.execute(older.db);
    await sql`delete from connections`.execute(older.db);
    released.resolve();
    await holding;
    expect((await migrating).applied).toContain('0034-set-up-and-quality');
    expect(await pendingMigrations(older.db)).toEqual([]);
  });

  it('keeps what was applied before a migration that fails', async () => {
    await using older = await databaseUpTo('0016-rankings-of-peers');
    await sql`create table seeds ()`.execute(older.db);
    await expect(migrate(older.url)).rejects.toThrow('Migration 0022-seeds failed');
    expect((await pendingMigrations(older.db))[0]).toBe('0022-seeds');
    await sql`drop table seeds`.execute(older.db);
    await migrate(older.url);
    expect(await pendingMigrations(older.db)).toEqual([]);
  });

  it('gets its indexes again where building them was interrupted, and while others write', async () => {
    await using older = await databaseUpTo('0033-managed-calls');
    await migrate(older.url);
    await sql`drop index connections_user_peer`.execute(older.db);
    await sql`update pg_index set indisvalid = false where indexrelid = 'connections_end_reason'::regclass`.execute(
      older.db,
    );
    const building = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const writing = older.db.transaction().execute(async (trx) => {
      await sql`lock table connections in row exclusive mode`.execute(trx);
      await released.promise;
    });
    const migrating = migrate(older.url, { onProgress: () => building.resolve() });
    await building.promise;
    await sql`delete from connections`.execute(older.db);
    released.resolve();
    await writing;
    await migrating;
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index
      where indisvalid and indexrelid::regclass::text in ('connections_user_peer', 'connections_end_reason')`.execute(
      older.db,
    );
    expect(rows).toHaveLength(2);
  });
});

/** Every other table grows with use. */
const SMALL = [
  'admins call_additions customer_managers customers exports features installation log_totals row_totals seeds services',
  'live_calls live_group_calls live_group_guests live_group_members media_nodes node_drains room_leases server_heartbeats',
  'statistics_rebuilds webhooks',
].flatMap((names) => names.split(' '));

/** The first that no query waits for. Some of those before block a table for as long as it takes to write it. */
const FIRST_UNNOTICED = '0066';

/** Has PostgreSQL write the whole table anew, while no one may read it. */
const REWRITES = [
  /\bgenerated\s+always\s+as\s*\(.*\)\s*stored\b/is,
  /\bgenerated\s+(always|by\s+default)\s+as\s+identity\b/i,
  /\badd\b.*\b(small|big)?serial\b/is,
  /\badd\b.*\bdefault\b.*\b(gen_random_uuid|uuidv[47]|uuid_generate_v\w+|clock_timestamp|timeofday|random|nextval)\s*\(/is,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\balter\s+(column\s+)?\w+\s+set\s+expression\b/i,
  /\bset\s+(logged|unlogged|access\s+method|tablespace)\b/i,
];

/** Statements of a migration that block a table that grows with use, but for those that it makes itself. */
function blocking(migration: string): string[] {
  const made = [...migration.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(
    ([, table = '']) => table.toLowerCase(),
  );
  const grows = (table = '') => ![...SMALL, ...made].includes(table.toLowerCase());
  return migration.split(';').filter((statement) => {
    const index = /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently\b).*?\bon\s+(?:only\s+)?(\w+)/is.exec(
      statement,
    );
    if (index && grows(index[1])) return true;
    const altered = /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)(.*)/is.exec(statement);
    return (
      altered !== null && grows(altered[1]) && REWRITES.some((pattern) => pattern.test(altered[2] ?? ''))
    );
  });
}

/** Those that may have millions of rows. */
const LARGE = /\bcreate\s+(unique\s+)?index\s+\w+\s+on\s+(connections|logs|connection_peer_days)\b/i;

/** What would break a server of the version before, which runs beside the new schema while servers are exchanged. */
const CONTRACTING = [
  /\bdrop\s+(table|column|view|schema|sequence)\b/i,
  /\brename\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\bdrop\s+default\b/i,
];

describe('migrations', () => {
  it('only expand the schema, so that the version before runs beside it', async () => {
    const files = (await readdir(MIGRATIONS)).filter(
      (file) => file.endsWith('.ts') && file >= FIRST_EXPANDING,
    );
    expect(files).not.toEqual([]);
    for (const file of files) {
      const text = await readFile(join(MIGRATIONS, file), 'utf8');
      for (const pattern of CONTRACTING) expect(text, file).not.toMatch(pattern);
    }
  });

  it('build indexes of large tables concurrently', async () => {
    const files = (await readdir(MIGRATIONS)).filter((file) => file >= FIRST_EXPANDING);
    for (const file of files) expect(await readFile(join(MIGRATIONS, file), 'utf8'), file).not.toMatch(LARGE);
  });

  it('block no table that grows with use, however large it is', async () => {
    const files = (await readdir(MIGRATIONS)).filter(
      (file) => file.endsWith('.ts') && file >= FIRST_UNNOTICED,
    );
    for (const file of files)
      expect(blocking(await readFile(join(MIGRATIONS, file), 'utf8')), file).toEqual([]);
  });

  it.each([
    "alter table logs add column words tsvector generated always as (to_tsvector('simple', text)) stored",
    'alter table users add column number bigint generated always as identity',
    'alter table devices add column number bigserial',
    'alter table pairs add column token uuid not null default gen_random_uuid()',
    'alter table mails add column a text, add column token uuid default uuidv7()',
    'alter table only notifications add seen_at timestamptz default clock_timestamp()',
    'alter table recordings alter column name type varchar(200)',
    'alter table connections alter column bytes set data type numeric',
    'create index refresh_tokens_used on refresh_tokens (used_at)',
    'create unique index if not exists\n  group_guests_key on group_guests (mail)',
  ])('would be refused with: %s', (statement) => {
    expect(blocking(`${statement};`)).toHaveLength(1);
  });

  it.each([
    "alter table logs add column words text not null default ''",
    'alter table users add column seen_at timestamptz default now()',
    'alter table devices add column label text generated always as (name) virtual',
    'create index concurrently refresh_tokens_used on refresh_tokens (used_at)',
    'create table notes (id uuid default uuidv7()); create index notes_id on notes (id)',
    'create index webhooks_url on webhooks (url)',
  ])('would be accepted with: %s', (statement) => {
    expect(blocking(`${statement};`)).toEqual([]);
  });

  it('are measured by tables that there are', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
      database.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(SMALL));
  });
});
