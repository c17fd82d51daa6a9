import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { Db, Trx } from '#server/db/database.ts';

/** The violation of what is no time zone. */
export const NO_TIME_ZONE = 'The value must be the name of a time zone, such as Asia/Tokyo.';
/** Of a customer whose own does not exist any more. */
const LAST_RESORT = 'UTC';

/**
 * The name under which PostgreSQL, which counts in it, knows a time zone; null for what is none. As it was given where PostgreSQL has that
 * name: `Intl` would turn Asia/Kolkata into Asia/Calcutta, which some PostgreSQL do not know. Else the same zone by its other name.
 *
 * @param name an IANA name; an offset such as +09:00 is none
 */
export async function findTimeZone(db: Db | Trx, name: string): Promise<string | null> {
  const canonical = canonicalOf(name);
  if (canonical === null) return null;
  const names = await readNames(db);
  return (
    names.find((known) => known.toLowerCase() === name.toLowerCase()) ??
    names.find((known) => canonicalOf(known) === canonical) ??
    null
  );
}

/**
 * Gives customers whose time zone PostgreSQL does not know (any more: its zones come with the system) the same zone by its other name,
 * or UTC, which is logged. Otherwise nothing of theirs could be counted.
 */
export async function repairTimeZones(db: Db, log: Logger): Promise<void> {
  const { rows } = await sql<{ zone: string }>`
    select distinct time_zone as zone from customers
    where lower(time_zone) not in (select lower(name) from pg_timezone_names)`.execute(db);
  for (const { zone } of rows) {
    const found = await findTimeZone(db, zone);
    const repaired = found ?? LAST_RESORT;
    if (found === null)
      log.error({ zone, repaired }, 'The database does not know the time zone of a customer');
    else log.warn({ zone, repaired }, 'The database knows the time zone of a customer by another name');
    await db.updateTable('customers').set({ time_zone: repaired }).where('time_zone', '=', zone).execute();
  }
}

async function readNames(db: Db | Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** By `Intl`, which has one name for each zone; null for what is none. */
function canonicalOf(name: string): string | null {
  try {
    // An offset (+09:00) is taken by Intl, but is no zone.
    if (!/^[A-Za-z]/.test(name)) return null;
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
