import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import { type RunningDatabase, startDatabase } from '#scripts/embedded-database.ts';
import { type Db, openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { eventually } from './testing/eventually.ts';
import { People } from './testing/people.ts';
import { type ServerProcess, startServerProcess, TEST_SECRET } from './testing/server-process.ts';

/** Of each kind. */
const CALLS = 10;
/** A server that is gone has 60 s to be replaced; then the others write what it had. */
const WRITTEN_MS = 100_000;

describe('The history of running calls', () => {
  let folder: string;
  let database: RunningDatabase;
  let db: Db;
  let people: People;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hibiki-rows-'));
    database = await startDatabase({ folder });
    db = openDatabase({ url: database.url });
    await migrate(database.url);
    people = await People.create(db, TEST_SECRET);
  });
  afterEach(() => server?.stop());
  afterAll(async () => {
    await db.destroy();
    await database.stop();
    await rm(folder, { recursive: true });
  });

  /** Two people talk in each 1-to-1 call, one waits in each group call: three rows. */
  const talk = async (running: ServerProcess) => {
    const customer = await people.customer();
    const [hana, ken, mei] = await Promise.all(
      ['Hana', 'Ken', 'Mei'].map((name) => people.user(name, customer)),
    );
    if (!hana || !ken || !mei) throw new Error('No one is there');
    const pairId = await people.pair(hana, ken);
    const [caller, callee] = [await running.enter(hana), await running.enter(ken)];
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.request('directCall.accept', { callId });
    const member = await running.enter(mei);
    const groupId = await people.group(mei, []);
    await member.request('groupCall.join', { target: { kind: 'group', groupId } });
    return { ids: [hana.id, ken.id, mei.id], clients: [caller, callee, member] };
  };
  const talkAtOnce = async (running: ServerProcess) => {
    const calls = [];
    for (let i = 0; i < CALLS; i++) calls.push(await talk(running));
    await eventually(async () => {
      const direct = await db.selectFrom('live_calls').select('call_id').execute();
      const groups = await db.selectFrom('live_group_members').select('id').execute();
      expect([direct.length, groups.length]).toEqual([CALLS, CALLS]);
    });
    return calls;
  };
  const rowsOf = async (calls: Awaited<ReturnType<typeof talkAtOnce>>) =>
    await db
      .selectFrom('connections')
      .where(
        'user_id',
        'in',
        calls.flatMap(({ ids }) => ids),
      )
      .selectAll()
      .execute();
  const killDatabase = async () => {
    const [pid] = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await database.stop();
  };

  it('is complete after the database was killed while they ended', async () => {
    server = await startServerProcess({ DATABASE_URL: database.url });
    const calls = await talkAtOnce(server);
    await killDatabase();
    for (const { clients } of calls) for (const client of clients) client.close();
    database = await startDatabase({ folder });
    await eventually(async () => expect(await rowsOf(calls)).toHaveLength(3 * CALLS), SLOW);
  }, 400_000);

  it('is complete after the server was killed, once another one runs', async () => {
    server = await startServerProcess({ DATABASE_URL: database.url });
    const calls = await talkAtOnce(server);
    await server.stop();
    const { seen, now } = await db
      .selectFrom('server_heartbeats')
      .select(({ fn }) => [fn.max('seen_at').as('seen'), sql<Date>`clock_timestamp()`.as('now')])
      .executeTakeFirstOrThrow();
    server = await startServerProcess({ DATABASE_URL: database.url });
    await eventually(async () => expect(await rowsOf(calls)).toHaveLength(3 * CALLS), {
      timeout: WRITTEN_MS,
    });
    for (const { ended_at } of await rowsOf(calls)) {
      // When it last said that it lives, or later: what it wrote of the call.
      expect(ended_at.getTime()).toBeGreaterThanOrEqual(Number(seen));
      expect(ended_at.getTime()).toBeLessThanOrEqual(Number(now));
    }
  }, 400_000);
});
