import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '#server/db/database.ts';
import { appliedMigrations, knownMigrations, migrate } from '#server/db/migrate.ts';
import { checkFiles, type FileFolders, restoreFiles } from './backup-files.ts';
import { copyTarget, quoteTable, readBackupTables } from './backup-tables.ts';
import { digestOf } from './copy-file.ts';
import { dropDerived, makeDerived } from './derived-structures.ts';
import { type Manifest, readManifest, tableFile } from './manifest.ts';
import { megabytes, type Progress } from './progress.ts';

export interface RestoreDeps {
  readonly db: Db;
  /** The same database as `db`: a connection of its own, without a statement time-out. */
  readonly client: Client;
  readonly url: string;
  readonly folders: FileFolders;
  readonly progress: Progress;
}

/**
 * Checks everything of a backup, before a database is made for it.
 *
 * @returns what the backup holds
 * @throws Error that says what is wrong with it, or which file of this machine stands in its way
 */
export async function checkBackup(
  { folders, progress }: Pick<RestoreDeps, 'folders' | 'progress'>,
  folder: string,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  progress.say('Checking that the backup is whole');
  await checkTables(folder, manifest);
  await checkFiles(folders, folder, manifest);
  const known = await knownMigrations();
  const newer = manifest.migrations.filter((name) => !known.includes(name));
  if (newer.length > 0) throw new Error(`The backup is of a newer version: it has ${newer.join(', ')}`);
  if (manifest.migrations.length === 0) throw new Error(`${folder} holds no schema`);
  return manifest;
}

/**
 * Fills an empty database with a checked backup of this version or an older one, brings it up to date, and puts the files back. Nothing
 * is ever overwritten.
 *
 * @param manifest from `checkBackup`
 * @throws Error that says what stands in the way. A restore that fails later on leaves tables without rows: give the
 * next one a new database.
 */
export async function restoreBackup(deps: RestoreDeps, folder: string, manifest: Manifest): Promise<void> {
  const { db, client, url, folders, progress } = deps;
  if ((await appliedMigrations(db)).length > 0) {
    throw new Error('The database is in use already: restore into an empty one');
  }
  // First: a disk without space for the recordings leaves the database empty.
  await restoreFiles(folders, folder, manifest, progress);
  // The schema as it was when the backup was written, without what this version adds.
  await migrate(url, { to: manifest.migrations.at(-1) });
  await client.query('begin');
  try {
    await loadTables(deps, folder, manifest);
    for (const { name, value } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${name}`, value]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  progress.say('Bringing the database up to date');
  await migrate(url, { onProgress: (step) => progress.say(step) });
  await client.query('analyze');
}

/** Before anything is touched: every table is there, and as it was written. */
async function checkTables(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const path = tableFile(folder, name);
    const found = await digestOf(path).catch((cause: unknown) => {
      throw new Error(`The backup is damaged: ${path} cannot be read`, { cause });
    });
    if (found.sha256 !== sha256) throw new Error(`The backup is damaged: ${path}`);
  }
}

async function loadTables(
  { client, progress }: RestoreDeps,
  folder: string,
  { tables }: Manifest,
): Promise<void> {
  const ordered = await readBackupTables(client);
  const names = ordered.map(quoteTable);
  // What triggers derive from rows, such as statistics, stands in the backup itself.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Migrations have made a few rows, which the backup has as well.
  await client.query(`truncate ${names.join(', ')} cascade`);
  const derived = await dropDerived(client);
  for (const { name } of ordered) {
    const table = tables.find((candidate) => candidate.name === name);
    if (table) await loadTable(client, folder, table, progress);
  }
  await makeDerived(client, derived, progress);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}

async function loadTable(
  client: Client,
  folder: string,
  table: Manifest['tables'][number],
  progress: Progress,
): Promise<void> {
  const path = tableFile(folder, table.name);
  const { size } = await stat(path);
  const file = createReadStream(path);
  file.on('data', () => {
    progress.step(() => `${table.name}: ${megabytes(file.bytesRead)} of ${megabytes(size)}`);
  });
  const rows = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  await pipeline(file, createGunzip(), rows);
  if (rows.rowCount !== table.rows) {
    throw new Error(`The backup is damaged: ${table.name} has ${rows.rowCount} of ${table.rows} rows`);
  }
}
