import { type RawBuilder, sql } from 'kysely';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';

/** Rows at full size: a large operator after some years. */
const FULL = {
  users: 100_000,
  devices: 20_000,
  groups: 10_000,
  connections: 1_000_000,
  logs: 1_000_000,
  notifications: 100_000,
  guestLinks: 100_000,
  recordings: 100_000,
  webhookDeliveries: 200_000,
};
const CUSTOMERS = 100;
/** Prime, so that the calls of any time are with as many different peers as there can be. */
const PEER_STEP = 7_919;

export interface LargeListsOptions {
  /** Other numbers of rows than at full size. */
  readonly rows?: Partial<typeof FULL>;
  /** How many of a hundred users and devices belong to the first customer; by default all have equally many. */
  readonly percentOfFirst?: number;
}

export interface LargeLists {
  /** All hundred, in the order of their ids; the default one is not among them. */
  readonly customers: readonly CustomerId[];
  /** Has 50 devices for partners, 20 groups, and every thousandth connection. */
  readonly user: UserId;
}

/** Statements that take as long as they take. */
async function run(db: Db, statement: ReturnType<typeof sql>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await statement.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

/** To fill them row by row takes longest of all. What they are made again with. */
async function dropSearchIndexes(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes where indexdef like '%USING gin%'`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

/** Numbers the rows of a table from 0, so that others can be spread over them. */
async function number(db: Db, table: 'customers' | 'users' | 'webhooks'): Promise<void> {
  const numbered = sql.table(`numbered_${table}`);
  await run(
    db,
    sql`create table ${numbered} as select row_number() over (order by id) - 1 as n, id from ${sql.table(table)}`,
  );
  await run(db, sql`create unique index on ${numbered} (n)`);
  await run(db, sql`analyze ${numbered}`);
}

/** Names that differ, and of which some are rare and some are common, in both languages. */
const nickname = sql`case u / 100 % 4
    when 0 then '田中 太郎 ' || u when 1 then '鈴木 花子 ' || u when 2 then 'User ' || u else 'Ada Lovelace ' || u end`;

/** The number of the customer that row `n` belongs to. The default customer is number 0. */
const customerOf = (n: RawBuilder<unknown>, percentOfFirst: number | undefined): RawBuilder<unknown> =>
  percentOfFirst === undefined
    ? sql`${n} % ${CUSTOMERS}`
    : sql`case when ${n} % 100 < ${percentOfFirst}::integer then 1 else ${n} / 100 % ${CUSTOMERS} end`;

/**
 * Fills an empty database with 1 million connections and log rows, 100,000 users, 10,000 groups and so on, or the part of
 * them that `scale` says (1: all).
 */
export async function fillLargeLists(
  db: Db,
  scale: number,
  { rows = {}, percentOfFirst }: LargeListsOptions = {},
): Promise<LargeLists> {
  const indexes = await dropSearchIndexes(db);
  const size = Object.fromEntries(
    Object.entries({ ...FULL, ...rows }).map(([name, count]) => [name, Math.round(count * scale)]),
  ) as typeof FULL;
  await run(
    db,
    sql`insert into customers (name, mail, state) select 'c' || n, 'c' || n || '@example.com', 'VERIFIED'
      from generate_series(1, ${CUSTOMERS}::integer) n`,
  );
  const customers = (
    await db.selectFrom('customers').where('is_default', '=', false).orderBy('id').select('id').execute()
  ).map(({ id }) => id);
  await number(db, 'customers');
  await run(
    db,
    sql`insert into users (mail, nickname, password_hash, state, customer_id)
      select 'user' || u || '@example.com', ${nickname}, '', 'VERIFIED', c.id
      from generate_series(1, ${size.users}::integer) u join numbered_customers c on c.n = ${customerOf(sql`u`, percentOfFirst)}`,
  );
  await run(
    db,
    sql`insert into devices (serial, serial_printed, secret_hash, customer_id, registered)
      select 'S' || d, 'S' || lpad(d::text, 5, '0'), '', c.id, now() - d * interval '1 hour'
      from generate_series(1, ${size.devices}::integer) d join numbered_customers c on c.n = ${customerOf(sql`d`, percentOfFirst)}`,
  );
  const user = await db
    .insertInto('users')
    .values({
      mail: 'measured@example.com',
      nickname: 'Measured',
      password_hash: '',
      state: 'VERIFIED',
      customer_id: customers[0] as CustomerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('settings').values({ user_id: user.id }).execute();
  await number(db, 'users');
  // Each user invites the two who come next.
  await run(
    db,
    sql`insert into pairs (owner_user_id, target_user_id, state, name)
      select a.id, b.id, 'VERIFIED', 'Partner ' || b.n
      from numbered_users a join numbered_users b on b.n in (a.n + 1, a.n + 2)`,
  );
  await run(
    db,
    sql`insert into pairs (owner_user_id, target_device_id, state)
      select ${user.id}, id, 'VERIFIED' from devices limit 50`,
  );
  await run(
    db,
    sql`insert into groups (name, owner_user_id)
      select 'Group ' || g, u.id from generate_series(1, ${size.groups}::integer) g join numbered_users u on u.n = g`,
  );
  await run(
    db,
    sql`insert into groups (name, owner_user_id) select 'Mine ' || n, ${user.id} from generate_series(1, 20) n`,
  );
  await run(
    db,
    sql`insert into group_members (group_id, pair_id)
      select g.id, p.id from groups g
      cross join lateral (select id from pairs where owner_user_id = g.owner_user_id order by id limit 10) p`,
  );
  await run(
    db,
    sql`insert into connections
        (kind, call_id, customer_id, user_id, peer_id, peer_name, started_at, ended_at, duration_s, end_reason,
          set_up_ms, good_s, fair_s, poor_s)
      select case c / 7 % 10 when 0 then 'group' else 'direct' end, gen_random_uuid(), users.customer_id, users.id,
        peer.id, 'Peer ' || peer.n, at, at + (c % 3600) * interval '1 second', c % 3600, 'hung-up',
        -- Of one in ten nothing was measured.
        case when c % 10 > 0 then 300 + c::bigint * 7919 % 3000 end, case when c % 10 > 0 then c % 3600 end,
        case when c % 10 > 0 then c % 100 end, case when c % 10 > 0 then c % 7 end
      from generate_series(1, ${size.connections}::integer) c
      cross join lateral (select now() - (c % 525600) * interval '1 minute' as at) times
      join numbered_users u on u.n = c % ${size.users}
      join numbered_users peer on peer.n = c::bigint * ${PEER_STEP} % ${size.users}
      join users on users.id = case when c % 1000 = 0 then ${user.id}::uuid else u.id end`,
  );
  await run(
    db,
    // One of ten with the names that entries record.
    sql`insert into logs (at, actor_kind, action, resource, customer_id, details)
      select now() - l * interval '1 minute', 'system', case l / 7 % 100 when 0 then 'delete' else 'update' end, 'pairs', c.id,
        case when l % 10 = 0 then jsonb_build_object('objectName', 'Pair ' || l, 'actorName', 'Person ' || l % 1000) end
      from generate_series(1, ${size.logs}::integer) l join numbered_customers c on c.n = l % ${CUSTOMERS}`,
  );
  await run(
    db,
    // Nine of ten are missed calls, which are one user's each; some are to everyone.
    sql`insert into notifications (appears_at, title_ja, title_en, contents_ja, contents_en, customer_id, user_id)
      select now() - i * interval '1 minute', 'お知らせ ' || i, 'Notice ' || i, '本文', 'Someone called you.',
        case when i % 10 = 0 and i % 1000 <> 0 then c.id end, case when i % 10 <> 0 then u.id end
      from generate_series(1, ${size.notifications}::integer) i
      join numbered_customers c on c.n = i / 10 % ${CUSTOMERS}
      join numbered_users u on u.n = i % ${size.users}`,
  );
  await run(
    db,
    // Each day's links, of which only the last day's still lead anywhere; few are revoked, few lead to a user.
    sql`insert into guest_links (group_id, pair_owner_user_id, mail, token_hash, expires_at, revoked_at, created_at)
      select case when i % 50 <> 0 then g.id end, case when i % 50 = 0 then u.id end, 'guest' || i || '@example.com',
        decode(md5(i::text), 'hex'), now() + interval '1 day' - i * interval '2 minutes',
        case when i % 500 = 7 then now() end, now() - i * interval '2 minutes'
      from generate_series(1, ${size.guestLinks}::integer) i
      join numbered_users u on u.n = i % ${size.groups} + 1
      join groups g on g.owner_user_id = u.id`,
  );
  await run(
    db,
    sql`insert into recordings (customer_id, user_id, name, room_id, node_id, state, started_by, started_at, ended_at)
      select u.customer_id, u.id, 'Group ' || i, gen_random_uuid(), gen_random_uuid(),
        case i % 500 when 7 then 'failed' else 'ready' end, 'Ada', at, at
      from generate_series(1, ${size.recordings}::integer) i
      cross join lateral (select now() - i * interval '1 minute' as at) times
      join numbered_users numbered on numbered.n = i % ${size.users} join users u on u.id = numbered.id`,
  );
  await run(
    db,
    sql`insert into webhooks (customer_id, name, url, events, secret)
      select c.id, 'Hook ' || h, 'https://hooks.example.com/' || h, array['call.started', 'call.ended'], 'x'::bytea
      from generate_series(1, ${CUSTOMERS}::integer * 5) h join numbered_customers c on c.n = h % ${CUSTOMERS}`,
  );
  await number(db, 'webhooks');
  await run(
    db,
    sql`insert into webhook_deliveries (webhook_id, customer_id, event, subject, payload, state, next_attempt_at, created_at)
      select w.id, w.customer_id, case i / 7 % 100 when 0 then 'user.verified' else 'call.ended' end, i::text, '{}',
        case i % 500 when 7 then 'FAILED' when 8 then 'PENDING' else 'DELIVERED' end, null,
        now() - (${size.webhookDeliveries}::integer - i) * interval '1 minute'
      from generate_series(1, ${size.webhookDeliveries}::integer) i
      join numbered_webhooks numbered on numbered.n = i % (${CUSTOMERS}::integer * 5)
      join webhooks w on w.id = numbered.id`,
  );
  for (const index of indexes) await run(db, sql.raw(index));
  await run(db, sql`vacuum analyze`);
  return { customers, user: user.id };
}
