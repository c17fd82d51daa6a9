import { sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';

const BATCH = 500_000;
/** Over a year; the first customer has half of them, nine share the rest. */
const CUSTOMERS = 10;
const USERS = 20_000;

/**
 * Fills an empty database with so many calls of a year, without their statistics: the caller makes them.
 *
 * @param db with a single connection, without a statement time-out
 * @returns the customers, of whom the first has half of all calls
 */
export async function fillConnections(
  db: Db,
  connections: number,
  progress: (line: string) => void,
): Promise<readonly CustomerId[]> {
  await sql`insert into customers (name, mail, state, time_zone)
    select 'c' || n, 'c' || n || '@example.com', 'VERIFIED', (array['Asia/Tokyo', 'Europe/Paris', 'America/St_Johns'])[1 + n % 3]
    from generate_series(0, ${CUSTOMERS - 1}::integer) n`.execute(db);
  const customers = (
    await db.selectFrom('customers').where('is_default', '=', false).orderBy('name').select('id').execute()
  ).map(({ id }) => id);
  await sql`create table numbered_customers as
    select row_number() over (order by name) - 1 as n, id from customers where not is_default`.execute(db);
  await sql`insert into users (mail, nickname, password_hash, state, customer_id)
    select 'user' || u || '@example.com', 'User ' || u, '', 'VERIFIED', c.id
    from generate_series(0, ${USERS - 1}::integer) u
    join numbered_customers c on c.n = case when u % 2 = 0 then 0 else 1 + u / 2 % ${CUSTOMERS - 1} end`.execute(
    db,
  );
  await sql`create table numbered_users as
    select row_number() over (order by id) - 1 as n, id, customer_id from users`.execute(db);
  await sql`create unique index on numbered_users (n)`.execute(db);
  await sql`analyze numbered_users`.execute(db);
  const indexes = await dropIndexes(db);
  // Without triggers.
  await sql`set session_replication_role = replica`.execute(db);
  for (let first = 0; first < connections; first += BATCH) {
    const last = Math.min(first + BATCH, connections) - 1;
    await sql`insert into connections
        (kind, call_id, customer_id, user_id, peer_id, peer_name, started_at, ended_at, duration_s, end_reason)
      select 'direct', gen_random_uuid(), u.customer_id, u.id, u.id, 'Peer', at, at + (c % 3600) * interval '1 second', c % 3600, 'hung-up'
      from generate_series(${first}::integer, ${last}::integer) c
      cross join lateral (select now() - (c::bigint * 7919 % 31536000) * interval '1 second' as at) times
      join numbered_users u on u.n = c % ${USERS}`.execute(db);
    progress(`${last + 1} connections`);
  }
  await sql`reset session_replication_role`.execute(db);
  for (const index of indexes) {
    progress(index.slice(0, 72));
    await sql.raw(index).execute(db);
  }
  await sql`drop table numbered_customers, numbered_users`.execute(db);
  return customers;
}

/** Drops the indexes, so that filling takes minutes instead of half an hour. Returns their definitions. */
async function dropIndexes(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'connections' and indexname <> 'connections_pkey'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}
