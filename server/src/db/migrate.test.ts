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
});
