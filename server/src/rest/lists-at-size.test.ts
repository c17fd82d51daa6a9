import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { setUpTestApi } from './test-api.ts';

/**
 * The first page of every list on a large database. By default on a twentieth of the full size, where it is looked at
 * which tables were read from one end to the other. With LISTS_SCALE=1 in full size (1 million connections and log
 * rows, 100,000 users, 10,000 groups; minutes to set up), where the time counts too.
 */
const SCALE = Number(process.env.LISTS_SCALE ?? 0.05);
const LIMIT_MS = 20;
const ROUNDS = 7;

const sizes = {
  customers: 100,
  users: 100_000 * SCALE,
  devices: 20_000 * SCALE,
  groups: 10_000 * SCALE,
  connections: 1_000_000 * SCALE,
  logs: 1_000_000 * SCALE,
  notifications: 20_000 * SCALE,
};

// One connection, so that its statistics tell of every query.
const api = setUpTestApi({ poolSize: SCALE < 1 ? 1 : 10 });
let user: { readonly id: UserId; readonly token: string };
const tokens: Record<string, string> = {};
let customer: CustomerId;

beforeAll(fill, 900_000);

async function fill(): Promise<void> {
  const db = api.db;
  const run = async (statement: ReturnType<typeof sql>) => {
    await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection);
      await statement.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    });
  };
  await run(sql`insert into customers (name, mail, state) select 'c' || n, 'c' || n || '@example.com', 'VERIFIED'
    from generate_series(1, ${sizes.customers}::integer) n`);
  const customers = (await db.selectFrom('customers').orderBy('id').select('id').execute()).map(
    ({ id }) => id,
  );
  customer = customers[1] ?? (customers[0] as CustomerId);
  /** Numbers the rows of a table from 0, so that others can be spread over them. */
  const number = async (table: 'customers' | 'users') => {
    const numbered = sql.table(`numbered_${table}`);
    await run(
      sql`create table ${numbered} as select row_number() over (order by id) - 1 as n, id from ${sql.table(table)}`,
    );
    await run(sql`create unique index on ${numbered} (n)`);
    await run(sql`analyze ${numbered}`);
  };
  await number('customers');
  await run(sql`insert into users (mail, nickname, password_hash, state, customer_id)
    select 'user' || u || '@example.com', 'User ' || u, '', 'VERIFIED', c.id
    from generate_series(1, ${sizes.users}::integer) u join numbered_customers c on c.n = u % ${customers.length}`);
  await run(sql`insert into devices (serial, serial_printed, secret_hash, customer_id)
    select 'S' || d, 'S' || lpad(d::text, 5, '0'), '', c.id
    from generate_series(1, ${sizes.devices}::integer) d join numbered_customers c on c.n = d % ${customers.length}`);
  user = await api.makeUser({ mail: 'measured@example.com', customerId: customer });
  tokens.user = user.token;
  tokens.manager = (
    await api.makeUser({ mail: 'one@example.com', customerId: customer, manages: [customer] })
  ).token;
  tokens['manager of 5'] = (
    await api.makeUser({ mail: 'five@example.com', customerId: customer, manages: customers.slice(1, 6) })
  ).token;
  tokens.admin = (await api.makeAdmin('admin@example.com')).token;
  await number('users');
  // Each user invites the two who come next.
  await run(sql`insert into pairs (owner_user_id, target_user_id, state)
    select a.id, b.id, 'VERIFIED' from numbered_users a join numbered_users b on b.n in (a.n + 1, a.n + 2)`);
  await run(sql`insert into pairs (owner_user_id, target_device_id, state)
    select ${user.id}, id, 'VERIFIED' from devices limit 50`);
  await run(sql`insert into groups (name, owner_user_id)
    select 'Group ' || g, u.id from generate_series(1, ${sizes.groups}::integer) g join numbered_users u on u.n = g`);
  await run(
    sql`insert into groups (name, owner_user_id) select 'Mine ' || n, ${user.id} from generate_series(1, 20) n`,
  );
  await run(sql`insert into group_members (group_id, pair_id)
    select g.id, p.id from groups g
    cross join lateral (select id from pairs where owner_user_id = g.owner_user_id order by id limit 10) p`);
  await run(sql`insert into connections
      (kind, call_id, customer_id, user_id, peer_id, peer_name, started_at, ended_at, duration_s, end_reason)
    select 'direct', gen_random_uuid(), users.customer_id, users.id, ${user.id}, 'Peer', at, at + interval '1 minute', 60, 'hung-up'
    from generate_series(1, ${sizes.connections}::integer) c
    cross join lateral (select now() - (c % 525600) * interval '1 minute' as at) times
    join numbered_users u on u.n = c % ${sizes.users}
    join users on users.id = case when c % 1000 = 0 then ${user.id}::uuid else u.id end`);
  await run(sql`insert into logs (at, actor_kind, action, resource, customer_id)
    select now() - l * interval '1 minute', 'system', 'update', 'pairs', c.id
    from generate_series(1, ${sizes.logs}::integer) l join numbered_customers c on c.n = l % ${customers.length}`);
  await run(sql`insert into notifications (appears_at, title_ja, title_en, customer_id)
    select now() - l * interval '1 minute', '題', 'Title', c.id
    from generate_series(1, ${sizes.notifications}::integer) l join numbered_customers c on c.n = l % ${customers.length}`);
  await run(sql`vacuum analyze`);
}

/** Milliseconds at the server, the median of some rounds after one that warms up. */
async function measure(path: string, token: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = performance.now();
    const { status, text } = await api.get(path, token);
    if (round > 0) times.push(performance.now() - before);
    expect(status, text.slice(0, 500)).toBe(200);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

const managed = ['users', 'devices', 'pairs', 'groups', 'connections', 'notifications', 'logs', 'features'];
const lists: readonly (readonly [who: string, paths: readonly string[]])[] = [
  [
    'user',
    [
      'pairs',
      'groups',
      'connections',
      'notifications',
      'services/current',
      'pairs/{me}/availables',
      'groups/{me}/availables',
    ],
  ],
  [
    'manager',
    [
      ...managed,
      'customers',
      'connection_summaries/byday',
      'connection_summaries/byhour',
      'connection_summaries/bymonth',
    ],
  ],
  ['manager of 5', managed],
  ['admin', [...managed, 'customers', 'connection_summaries/byday', 'connection_summaries/bymonth']],
];

/** Rows that were read by scanning a whole table, so far. */
async function scannedRows(tables: readonly string[]): Promise<Readonly<Record<string, number>>> {
  await sql`select pg_stat_force_next_flush()`.execute(api.db);
  const { rows } = await sql<{ name: string; scanned: number }>`
    select relname as name, seq_tup_read as scanned from pg_stat_user_tables
    where relname in (${sql.join(tables)}) order by 1`.execute(api.db);
  return Object.fromEntries(rows.map(({ name, scanned }) => [name, scanned]));
}

/** An admin's total of users is counted; what grows with every call and every change never is. */
const bigTables = (who: string): readonly string[] =>
  who === 'admin' ? ['connections', 'logs'] : ['connections', 'logs', 'users', 'pairs'];

describe.each(lists)('the first page for a %s', (who, paths) => {
  it.each(paths)('of %s reads by index', async (path) => {
    const address = path.replace('{me}', user.id);
    const token = tokens[who] ?? '';
    if (SCALE >= 1) {
      const took = await measure(address, token);
      process.stdout.write(`${who.padEnd(14)}${path.padEnd(34)}${took.toFixed(1)} ms\n`);
      expect(took).toBeLessThan(LIMIT_MS);
      return;
    }
    const before = await scannedRows(bigTables(who));
    expect((await api.get(address, token)).status).toBe(200);
    expect(await scannedRows(bigTables(who))).toEqual(before);
  });
});
