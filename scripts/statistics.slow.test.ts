import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { type RunningDatabase, startDatabase } from './embedded-database.ts';
import { ROOT } from './paths.ts';
import { tryLock } from './process-lock.ts';
import { tryCommand } from './run-command.ts';

/** A data folder as `npm start` has it, with its database running. */
let dataFolder: string;
let database: RunningDatabase;
let db: Db;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'hibiki-statistics-'));
  database = await startDatabase({ folder: join(dataFolder, 'postgres') });
  db = openDatabase({ url: database.url });
  await migrate(database.url);
  const { id: customer_id } = await db.selectFrom('customers').select('id').executeTakeFirstOrThrow();
  const { id: user_id } = await db
    .insertInto('users')
    .values({ mail: 'user@example.com', password_hash: 'x', customer_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('connections')
    .values({
      kind: 'direct',
      call_id: crypto.randomUUID(),
      customer_id,
      user_id,
      peer_id: crypto.randomUUID(),
      started_at: new Date(),
      ended_at: new Date(),
      duration_s: 90,
      end_reason: 'hung-up',
    })
    .execute();
});
afterAll(async () => {
  await db.destroy();
  await database.stop();
  await rm(dataFolder, { recursive: true });
});

/** The command as an operator types it. */
async function statistics(args: readonly string[], variables: Record<string, string> = {}) {
  const { code, output } = await tryCommand('npm', ['run', '--silent', 'statistics', '--', ...args], {
    cwd: ROOT,
    environment: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataFolder, ...variables },
  });
  return { code, said: output.trim() };
}

const AGREED = 'The statistics agree with the call log.';

describe('npm run statistics', () => {
  it('checks the rollups of the database that `npm start` has brought, or of DATABASE_URL', async () => {
    expect(await statistics(['check'])).toEqual({ code: 0, said: AGREED });
    const elsewhere = { DATA_DIR: join(dataFolder, 'nothing'), DATABASE_URL: database.url };
    expect(await statistics(['check'], elsewhere)).toEqual({ code: 0, said: AGREED });
  });

  it('says what differs, and ends with 1, until it has made them again', async () => {
    await db.updateTable('connection_days').set({ calls: 99 }).execute();
    await db.deleteFrom('connection_hours').execute();
    const wrong = await statistics(['check']);
    expect(wrong.code).toBe(1);
    expect(wrong.said.split('\n')).toEqual([
      'connection_hours: 1 rows differ from the call log',
      'connection_days: 1 rows differ from the call log',
      'byhour: its lines differ from the rollups by {"count":-99,"seconds":-90,"calls":0,"guests":0}',
      'byweekhour: its lines differ from the rollups by {"count":-99,"seconds":-90,"calls":0,"guests":0}',
    ]);
    expect(await statistics(['rebuild'])).toEqual({ code: 0, said: AGREED });
    expect(await db.selectFrom('connection_days').select(['calls', 'seconds']).execute()).toEqual([
      { calls: 1, seconds: 90 },
    ]);
    expect(await statistics(['check'])).toEqual({ code: 0, said: AGREED });
  });

  it('says in one sentence what is missing', async () => {
    expect(await statistics([])).toEqual({ code: 2, said: 'Usage: npm run statistics -- check|rebuild' });
    const nowhere = join(dataFolder, 'nothing');
    expect(await statistics(['check'], { DATA_DIR: nowhere })).toEqual({
      code: 2,
      said: `No database runs in ${nowhere}. Start Hibiki first, or set DATABASE_URL.`,
    });
  });

  it('says so, too, of a database that was killed and has left its postmaster.pid', async () => {
    const killed = join(dataFolder, 'killed');
    const folder = join(killed, 'postgres');
    await mkdir(join(folder, 'cluster'), { recursive: true });
    await writeFile(join(folder, 'password'), 'secret');
    await writeFile(
      join(folder, 'cluster/postmaster.pid'),
      `1\n${folder}/cluster\n0\n5432\n${folder}\n\n0 0\nready\n`,
    );
    expect(await statistics(['check'], { DATA_DIR: killed })).toEqual({
      code: 2,
      said: `No database runs in ${killed}. Start Hibiki first, or set DATABASE_URL.`,
    });
    const lock = await tryLock(`start ${await realpath(killed)}`);
    const { said } = await statistics(['check'], { DATA_DIR: killed });
    await lock?.release();
    expect(said).toContain(`Hibiki runs with the data folder ${killed}, but its database doesn't answer.`);
  });
});
