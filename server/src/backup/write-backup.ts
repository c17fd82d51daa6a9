import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BackupTable, copyTarget, readBackupTables } from './backup-tables.ts';
import { FORMAT, type Manifest, tableFile, writeManifest } from './manifest.ts';

/**
 * Writes all rows of the database into a new folder, as they are at one moment, while servers continue. It holds no lock
 * that they would notice.
 *
 * @param client a connection of its own, without a statement time-out
 * @throws Error where the folder exists already or cannot be made
 */
export async function writeBackup(client: ClientBase, folder: string, version: string): Promise<Manifest> {
  await makeNewFolder(folder);
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  await client.query('begin isolation level repeatable read read only');
  try {
    const migrations = await client.query<{ name: string }>(
      'select name from kysely_migration order by name',
    );
    const tables: Manifest['tables'] = [];
    for (const table of await readBackupTables(client)) tables.push(await writeTable(client, folder, table));
    const sequences = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`,
    );
    const manifest: Manifest = {
      format: FORMAT,
      version,
      createdAt: new Date().toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
      tables,
      sequences: sequences.rows,
    };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await client.query('rollback');
  }
}

async function makeNewFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await mkdir(folder, { mode: 0o700 }).catch((cause: unknown) => {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw exists ? new Error(`${folder} exists already: a backup needs a new folder`, { cause }) : cause;
  });
}

async function writeTable(
  client: ClientBase,
  folder: string,
  table: BackupTable,
): Promise<Manifest['tables'][number]> {
  const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
  const hash = createHash('sha256');
  const compressed = new PassThrough();
  compressed.on('data', (chunk: Buffer) => hash.update(chunk));
  const file = createWriteStream(tableFile(folder, table.name), { mode: 0o600, flags: 'wx' });
  await pipeline(rows, createGzip(), compressed, file);
  return {
    name: table.name,
    columns: [...table.columns],
    rows: rows.rowCount ?? 0,
    sha256: hash.digest('hex'),
  };
}
