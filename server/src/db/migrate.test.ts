import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
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
    expect(await migrate(database.db, database.url)).toEqual({
      applied: [],
      newer: ['9998-of-the-next-version', '9999-of-the-next-version'],
    });
    expect(await pendingMigrations(database.db)).toEqual([]);
  });

  it('does not start where the database lacks what it needs', async () => {
    await remember('9999-of-another-line');
    await sql`delete from kysely_migration where name = '0010-notifications-to-all'`.execute(database.db);
    await expect(migrate(database.db, database.url)).rejects.toThrow(
      'it lacks 0010-notifications-to-all, and has 9999-of-another-line',
    );
  });
});

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
});
