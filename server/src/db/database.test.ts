import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { CustomerId } from '#protocol/ids.ts';
import { toAppError } from '#server/errors.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { openDatabase } from './database.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { servicesInForce } from './services-in-force.ts';

const database = setUpTestDatabase();

describe('the database', () => {
  it('is brought up to date once, by several servers at the same time', async () => {
    expect(await pendingMigrations(database.db)).toEqual([]);
    expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([
      { applied: [], newer: [] },
      { applied: [], newer: [] },
    ]);
  });

  it('gives bigints as numbers, and for those beyond what a number holds the largest', async () => {
    const { rows } = await sql<{ n: number }>`
      select n from unnest(array[-9223372036854775808, -1, 9007199254740991, 9007199254740993]::bigint[]) n`.execute(
      database.db,
    );
    expect(rows.map(({ n }) => n)).toEqual([
      Number.MIN_SAFE_INTEGER,
      -1,
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
    ]);
  });

  it('is to notice within a minute that the machine of a server is gone, with what it has locked', async () => {
    const { rows } = await sql<{ socket: boolean; seconds: number }>`
      select inet_client_addr() is null as socket, current_setting('tcp_keepalives_idle')::integer
        + current_setting('tcp_keepalives_interval')::integer * current_setting('tcp_keepalives_count')::integer as seconds`.execute(
      database.db,
    );
    // A Unix socket leads to the same machine, and has none.
    expect(rows).toEqual([rows[0]?.socket ? { socket: true, seconds: 0 } : { socket: false, seconds: 60 }]);
  });

  it('refuses with 503 once all its connections are busy, rather than wait for ever', async () => {
    // Long enough to open the one connection on a loaded machine.
    const small = openDatabase({ url: database.url, poolSize: 1, connectTimeoutMs: 2_000 });
    try {
      await small.connection().execute(async () => {
        const refusal = await sql`select 1`.execute(small).catch(toAppError);
        expect(refusal).toMatchObject({ code: 'service-unavailable', status: 503 });
      });
      await sql`select 1`.execute(small);
    } finally {
      await small.destroy();
    }
  });

  it('cuts a statement that takes too long', async () => {
    const impatient = openDatabase({ url: database.url, statementTimeoutMs: 100 });
    try {
      const refusal = await sql`select pg_sleep(5)`.execute(impatient).catch(toAppError);
      expect(refusal).toMatchObject({ code: 'service-unavailable' });
    } finally {
      await impatient.destroy();
    }
  });
});

describe('a PostgreSQL that stands still', () => {
  it('costs a query its connection, and no other query', async () => {
    const db = openDatabase({ url: database.url, poolSize: 1, statementTimeoutMs: 100 });
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const pid = rows[0]?.pid ?? Number.NaN;
    process.kill(pid, 'SIGSTOP');
    try {
      const refusal = await db
        .transaction()
        .execute((trx) => sql`select 1`.execute(trx))
        .catch(toAppError);
      expect(refusal).toMatchObject({ code: 'service-unavailable', status: 503 });
      await sql`select 1`.execute(db);
    } finally {
      process.kill(pid, 'SIGCONT');
      await db.destroy();
    }
  });
});

describe('servicesInForce', () => {
  const everything = { recording: true, share_camera: true, share_screen: true, share_playback: true };
  async function makeCustomer(
    state: 'VERIFIED' | 'UNVERIFIED',
    video: boolean,
    group: boolean,
  ): Promise<CustomerId> {
    const { id } = await database.db
      .insertInto('customers')
      .values({ name: 'C', state })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('features')
      .values([
        { customer_id: id, service: 'service_video_chat', enabled: video, ...everything },
        { customer_id: id, service: 'service_group_chat', enabled: group, ...everything },
      ])
      .execute();
    return id;
  }
  const enabled = async (id: CustomerId) => {
    const services = await servicesInForce(database.db, id);
    return [services.service_video_chat.enabled, services.service_group_chat.enabled];
  };

  it('are those that the customer has enabled', async () => {
    expect(await enabled(await makeCustomer('VERIFIED', true, true))).toEqual([true, true]);
    expect(await enabled(await makeCustomer('VERIFIED', true, false))).toEqual([true, false]);
  });

  it('include group chat only where 1-to-1 chat is', async () => {
    expect(await enabled(await makeCustomer('VERIFIED', false, true))).toEqual([false, false]);
  });

  it('are none for an unverified customer', async () => {
    expect(await enabled(await makeCustomer('UNVERIFIED', true, true))).toEqual([false, false]);
  });

  it('have no options where the service itself is off', async () => {
    const services = await servicesInForce(database.db, await makeCustomer('VERIFIED', false, false));
    expect(Object.values(services.service_video_chat)).not.toContain(true);
  });

  it('are off for everyone where the service is disabled', async () => {
    const id = await makeCustomer('VERIFIED', true, true);
    const service = database.db.updateTable('services').where('name', '=', 'service_video_chat');
    await service.set({ state: 'DISABLED' }).execute();
    expect(await enabled(id)).toEqual([false, false]);
    await service.set({ state: 'ENABLED' }).execute();
    expect(await enabled(id)).toEqual([true, true]);
  });
});
