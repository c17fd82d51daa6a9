import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { openDatabase } from '#server/db/database.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { findTimeZone, repairTimeZones } from './time-zones.ts';

const database = setUpTestDatabase();
const log = createLog({ name: 'test', level: 'silent' });

/** The database as it is where the system has left some names of time zones out. */
async function databaseWithout(...names: string[]) {
  await sql`create or replace view public.pg_timezone_names as
    select * from pg_catalog.pg_timezone_names where not name = any(${sql.lit(`{${names.join(',')}}`)}::text[])`.execute(
    database.db,
  );
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=public,pg_catalog');
  return openDatabase({ url: url.href });
}

describe('a time zone', () => {
  it.each([
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['America/Panama', 'America/Panama'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['UTC', 'UTC'],
  ])('%s is kept as %s', async (given, kept) => {
    expect(await findTimeZone(database.db, given)).toBe(kept);
  });

  it.each(['Nowhere/City', '+09:00', '', 'posix/Asia/Tokyo', 'FOO3BAR'])('%j is none', async (given) => {
    expect(await findTimeZone(database.db, given)).toBe(null);
  });

  it('that the database knows by its other name is kept by that', async () => {
    const db = await databaseWithout('Asia/Calcutta');
    try {
      expect(await findTimeZone(db, 'Asia/Calcutta')).toBe('Asia/Kolkata');
    } finally {
      await db.destroy();
    }
  });

  it('that the database does not know any more is replaced', async () => {
    const db = await databaseWithout('Asia/Calcutta', 'Europe/Paris');
    try {
      await db
        .insertInto('customers')
        .values(
          ['Asia/Calcutta', 'Nowhere/City', 'Asia/Tokyo'].map((time_zone) => ({
            name: time_zone,
            mail: 'studio@example.com',
            time_zone,
          })),
        )
        .execute();
      await repairTimeZones(db, log);
      const rows = await db
        .selectFrom('customers')
        .where('name', 'in', ['Asia/Calcutta', 'Nowhere/City', 'Asia/Tokyo'])
        .select(['name', 'time_zone'])
        .orderBy('name')
        .execute();
      expect(rows).toEqual([
        { name: 'Asia/Calcutta', time_zone: 'Asia/Kolkata' },
        { name: 'Asia/Tokyo', time_zone: 'Asia/Tokyo' },
        { name: 'Nowhere/City', time_zone: 'UTC' },
      ]);
    } finally {
      await db.destroy();
    }
  });
});
