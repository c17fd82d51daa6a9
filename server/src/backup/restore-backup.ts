import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '#server/db/database.ts';
import { appliedMigrations, knownMigrations, migrate } from '#server/db/migrate.ts';
import { copyTarget, quoteTable, readBackupTables } from './backup-tables.ts';
import { type Manifest, readManifest, tableFile } from './manifest.ts';

export interface RestoreDeps {
  readonly db: Db;
  /** The same database as `db`: a connection of its own, without a statement time-out. */
  readonly client: Client;
  readonly url: string;
}

/**
 * Fills an empty database with a backup of this version or an older one, and brings it up to date. Nothing is ever
 * overwritten.
 *
 * @throws Error that says what stands in the way. A restore that fails later on leaves tables without rows: give the
 * next one a new database.
 */
export async function restoreBackup({ db, client, url }: RestoreDeps, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await checkFiles(folder, manifest);
  if ((await appliedMigrations(db)).length > 0) {
    throw new Error('The database is in use already: restore into an empty one');
  }
  const known = await knownMigrations();
  const newer = manifest.migrations.filter((name) => !known.includes(name));
  if (newer.length > 0) throw new Error(`The backup is of a newer version: it has ${newer.join(', ')}`);
  // The schema as it was when the backup was written, without what this version adds.

  const last = manifest.migrations.at(-1);
  if (last === undefined) throw new Error(`${folder} holds no schema`);
  await migrate(url, { to: last });
  await client.query('begin');
  try {
    await loadTables(client, folder, manifest);
    for (const { name, value } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${name}`, value]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  await migrate(url);
  await client.query('analyze');
  return manifest;
}

/** Before anything is touched: every file is there, and as it was written. */
async function checkFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(tableFile(folder, name)), hash);
    if (hash.digest('hex') !== sha256) throw new Error(`The backup is damaged: ${tableFile(folder, name)}`);
  }
}

async function loadTables(client: Client, folder: string, { tables }: Manifest): Promise<void> {
  const ordered = await readBackupTables(client);
  const names = ordered.map(quoteTable);
  // What triggers derive from rows, such as statistics, stands in the backup itself.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Migrations have made a few rows, which the backup has as well.
  await client.query(`truncate ${names.join(', ')} cascade`);
  for (const { name } of ordered) {
    const table = tables.find((candidate) => candidate.name === name);
    if (!table) continue;
    const rows = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
    await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), rows);
    if (rows.rowCount !== table.rows) {
      throw new Error(`The backup is damaged: ${name} has ${rows.rowCount} of ${table.rows} rows`);
    }
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}
