import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations');

const migrator = (db: Db): Migrator =>
  new Migrator({
    db,
    provider: {
      async getMigrations() {
        const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.ts')).sort();
        const migrations: Record<string, Migration> = {};
        for (const file of files) {
          migrations[file.slice(0, -'.ts'.length)] = await import(join(MIGRATIONS_FOLDER, file));
        }
        return migrations;
      },
    },
  });

/**
 * Brings the database up to date: the job queue's own tables, then the product's. Safe to run on several servers at
 * once (each holds a lock meanwhile) and again on a database that is up to date. Returns what it has applied.
 */
export async function migrate(db: Db, url: string): Promise<readonly string[]> {
  await runMigrations({ connectionString: url, maxPoolSize: 1 });
  const { error, results = [] } = await migrator(db).migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
  }
  return results.map((result) => result.migrationName);
}

/** Names of migrations that this server knows and the database has not seen. */
export async function pendingMigrations(db: Db): Promise<readonly string[]> {
  const migrations = await migrator(db).getMigrations();
  return migrations.filter((migration) => migration.executedAt === undefined).map(({ name }) => name);
}
