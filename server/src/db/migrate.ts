import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations');

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.ts')).sort();
  const migrations: Record<string, Migration> = {};
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
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int / 10000 as version`.execute(db);
  const version = rows[0]?.version ?? 0;
  if (version >= OLDEST_POSTGRES) return;
  throw new Error(
    `PostgreSQL ${OLDEST_POSTGRES} or newer is needed: DATABASE_URL leads to version ${version}`,
  );
}

export interface Migrated {
  readonly applied: readonly string[];
  /** What a newer version has applied before: this one works beside it, since versions only expand the schema. */
  readonly newer: readonly string[];
}

/**
 * Brings the database up to date: the job queue's own tables, then the product's. Safe to run on several servers at once
 * (each holds a lock meanwhile) and again on a database that is up to date.
 */
export async function migrate(db: Db, url: string): Promise<Migrated> {
  await checkPostgres(db);
  await runMigrations({ connectionString: url, maxPoolSize: 1 });
  const known = await readMigrations();
  const newer = (await appliedMigrations(db)).filter((name) => !(name in known));
  if (newer.length > 0) {
    const missing = await pendingMigrations(db);
    if (missing.length === 0) return { applied: [], newer };
    throw new Error(
      `The database was migrated by a version that is not newer than this one: it lacks ${missing.join(', ')}, and has ${newer.join(', ')}`,
    );
  }
  return { applied: await migrateTo(db), newer };
}

/**
 * Applies migrations up to the named one, or all; none on the way may have been applied by a newer version.
 *
 * @returns the names of those that it has applied
 */
export async function migrateTo(db: Db, name?: string): Promise<readonly string[]> {
  const { error, results = [] } =
    name === undefined ? await migrator(db).migrateToLatest() : await migrator(db).migrateTo(name);
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`Migration ${failed?.migrationName ?? 'of the database'} failed`, { cause: error });
  }
  return results.map((result) => result.migrationName);
}

/** Names of migrations that this server knows and the database has not seen. */
export async function pendingMigrations(db: Db): Promise<readonly string[]> {
  const migrations = await migrator(db).getMigrations();
  return migrations.filter((migration) => migration.executedAt === undefined).map(({ name }) => name);
}
