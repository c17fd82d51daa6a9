import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { CannotStart } from '#server/cannot-start.ts';
import { urlForPg } from '#server/database-url.ts';
import { checkSessions } from './check-sessions.ts';
import { buildIndexes, type ConcurrentIndexes, type Steps } from './concurrent-indexes.ts';
import { type Db, openDatabase } from './database.ts';
import { withMigrationLock } from './migration-lock.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations');

/** How long a migration waits for a table, and with it everyone who comes after it and wants the table too. */
const LOCK_TIMEOUT_MS = 1_000;
/** Before it tries again: long enough for those who waited behind it. */
const LOCK_PAUSE_MS = 2_000;
/** How long it tries: a backup, or a report of an operator's own, may hold a table for minutes. */
const LOCK_PATIENCE_MS = 30 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';
/** One for the lock, one for a migration, one to look up what has been applied. */
const POOL_SIZE = 3;

/** What a file in `migrations` exports. */
interface MigrationFile extends Migration {
  /** Of tables that may have millions of rows. */
  readonly indexes?: ConcurrentIndexes;
}

async function readMigrations(): Promise<Record<string, MigrationFile>> {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.ts')).sort();
  const migrations: Record<string, MigrationFile> = {};
  for (const file of files) {
    migrations[file.slice(0, -'.ts'.length)] = await import(join(MIGRATIONS_FOLDER, file));
  }
  return migrations;
}

/**
 * The migrations of this version, and in place of those of a newer one, which the database has already, nothing: Kysely
 * refuses a database whose migrations it does not all know.
 */
const migrator = (db: Db): Migrator =>
  new Migrator({
    db,
    provider: {
      async getMigrations() {
        const known = await readMigrations();
        const newer = (await appliedMigrations(db)).filter((name) => !(name in known));
        return { ...known, ...Object.fromEntries(newer.map((name) => [name, UNKNOWN])) };
      },
    },
  });

/** Names of the migrations that this version has, in their order. */
export const knownMigrations = async (): Promise<readonly string[]> => Object.keys(await readMigrations());

const UNKNOWN: Migration = { up: async () => {} };

/** Names of the migrations that a database has seen, in their order. */
export async function appliedMigrations(db: Db): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!tables[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

const OLDEST_POSTGRES = 18;

async function checkPostgres(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string; icu: boolean }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collname = 'ja-x-icu') as icu`.execute(db);
  const { version = 0, encoding = '', icu = false } = rows[0] ?? {};
  if (version < OLDEST_POSTGRES) {
    throw new CannotStart(
      `PostgreSQL ${OLDEST_POSTGRES} or newer is needed: DATABASE_URL leads to version ${version}`,
    );
  }
  // Searches normalize texts, which PostgreSQL does in no other encoding.
  if (encoding !== 'UTF8') throw new CannotStart(`The database has the encoding ${encoding}: UTF8 is needed`);
  // By which names are sorted (name-order.ts).
  if (!icu) throw new CannotStart('The database has no collation ja-x-icu: a PostgreSQL with ICU is needed');
}

export interface Migrated {
  readonly applied: readonly string[];
  /** What a newer version has applied before: this one works beside it, since versions only expand the schema. */
  readonly newer: readonly string[];
}

export interface MigrateOptions extends Partial<Steps> {
  /** The last migration to apply; all by default. */
  readonly to?: string | undefined;
}

/**
 * Brings the database up to date: the job queue's own tables, then the product's, then indexes of large tables. Safe to run on several
 * servers at once (each waits for the other) and again on a database that is up to date. Each migration is a transaction of its own, on
 * connections of their own without a statement time-out; servers of the version before go on working meanwhile.
 *
 * @throws CannotStart for a PostgreSQL that is too old, and for a pooler in transaction mode
 * @throws Error that names the migration that failed; those before it stay applied
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const { to, signal, onProgress = () => {} } = options;
  const db = openDatabase({
    url,
    poolSize: POOL_SIZE,
    statementTimeoutMs: 0,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
  try {
    await checkPostgres(db);
    await checkSessions(db);
    return await withMigrationLock(
      db,
      async () => {
        await runMigrations({ connectionString: urlForPg(url), maxPoolSize: 1 });
        const newer = await newerMigrations(db);
        if (newer.length > 0) return { applied: [], newer };
        const applied: string[] = [];
        for (const name of await pendingMigrations(db)) {
          if (to !== undefined && name > to) break;
          signal?.throwIfAborted();
          await apply(db, name, { signal, onProgress });
          applied.push(name);
        }
        for (const [name, { indexes = {} }] of Object.entries(await readMigrations())) {
          if (to === undefined || name <= to) await buildIndexes(db, indexes, { signal, onProgress });
        }
        return { applied, newer };
      },
      signal,
    );
  } finally {
    await db.destroy();
  }
}

/** Names of a newer version's migrations. Fails where the database lacks some of this one's, which such a version would have. */
async function newerMigrations(db: Db): Promise<readonly string[]> {
  const known = await knownMigrations();
  const newer = (await appliedMigrations(db)).filter((name) => !known.includes(name));
  const missing = newer.length > 0 ? await pendingMigrations(db) : [];
  if (missing.length === 0) return newer;
  throw new Error(
    `The database was migrated by a version that is not newer than this one: it lacks ${missing.join(', ')}, and has ${newer.join(', ')}`,
  );
}

/** Applies the next migration, which is the named one, as soon as no running query is in its way. */
async function apply(db: Db, name: string, { signal, onProgress }: Steps): Promise<void> {
  const deadline = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const { error } = await migrator(db).migrateUp();
    if (!error) return;
    const isInTheWay = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
    if (!isInTheWay || performance.now() > deadline) {
      throw new Error(`Migration ${name} failed`, { cause: error });
    }
    onProgress(`The migration ${name} waits for queries that are running`);
    await sleep(LOCK_PAUSE_MS, undefined, { signal });
  }
}

/** Names of migrations that this server knows and the database has not seen, in their order. */
export async function pendingMigrations(db: Db): Promise<readonly string[]> {
  const migrations = await migrator(db).getMigrations();
  return migrations.filter((migration) => migration.executedAt === undefined).map(({ name }) => name);
}
