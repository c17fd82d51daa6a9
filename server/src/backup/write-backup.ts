import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { isDiskFull, toFolderError } from '#platform/folder-error.ts';
import { makeFolder } from '#platform/make-folder.ts';
import { backUpFiles, type FileFolders } from './backup-files.ts';
import { type BackupTable, copyTarget, readBackupTables } from './backup-tables.ts';
import { FORMAT, type Manifest, tableFile, writeManifest } from './manifest.ts';
import { megabytes, type Progress } from './progress.ts';

export interface BackupDeps {
  /** A connection of its own, without a statement time-out. */
  readonly client: ClientBase;
  readonly folders: FileFolders;
  readonly progress: Progress;
  /** Ends it between two files. While the database is read, its connection has to be ended. */
  readonly signal?: AbortSignal;
}

/**
 * Writes all rows of the database into a new folder, as they are at one moment, then this machine's secrets and recordings, while servers
 * continue. It holds no lock that they would notice. What fails half-way leaves no folder.
 *
 * @throws Error where the folder exists already or cannot be made
 */
export async function writeBackup(deps: BackupDeps, folder: string, version: string): Promise<Manifest> {
  await makeNewFolder(folder);
  try {
    const database = await writeDatabase(deps, folder);
    // After the rows: a recording of the database is missing only where it was deleted meanwhile.
    const files = await backUpFiles(deps, folder);
    const manifest: Manifest = { format: FORMAT, version, ...database, files: [...files] };
    await writeManifest(folder, manifest);
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw isDiskFull(error) ? toFolderError(error, folder) : error;
  }
}

async function makeNewFolder(folder: string): Promise<void> {
  await makeFolder(dirname(folder), 0o700);
  await mkdir(folder, { mode: 0o700 }).catch((cause: unknown) => {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw exists
      ? new Error(`${folder} exists already: a backup needs a new folder`, { cause })
      : toFolderError(cause, folder);
  });
}

type DatabasePart = Pick<Manifest, 'createdAt' | 'migrations' | 'tables' | 'sequences'>;

async function writeDatabase({ client, progress }: BackupDeps, folder: string): Promise<DatabasePart> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  await client.query('begin isolation level repeatable read read only');
  try {
    const migrations = await client.query<{ name: string }>(
      'select name from kysely_migration order by name',
    );
    const createdAt = new Date().toISOString();
    const tables: Manifest['tables'] = [];
    for (const table of await readBackupTables(client)) {
      tables.push(await writeTable(client, folder, table, progress));
    }
    const sequences = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`,
    );
    return {
      createdAt,
      migrations: migrations.rows.map(({ name }) => name),
      tables,
      sequences: sequences.rows,
    };
  } finally {
    await client.query('rollback');
  }
}

async function writeTable(
  client: ClientBase,
  folder: string,
  table: BackupTable,
  progress: Progress,
): Promise<Manifest['tables'][number]> {
  const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    rows,
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        progress.step(() => `${table.name}: ${megabytes(bytes)}`);
        yield chunk;
      }
    },
    createWriteStream(tableFile(folder, table.name), { mode: 0o600, flags: 'wx', flush: true }),
  );
  return {
    name: table.name,
    columns: [...table.columns],
    rows: rows.rowCount ?? 0,
    sha256: hash.digest('hex'),
  };
}
