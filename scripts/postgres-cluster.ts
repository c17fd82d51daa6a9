import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freeDiskBytes } from '#platform/disk-space.ts';
import { FolderError } from '#platform/folder-error.ts';
import type { PostgresBinaries, UnprivilegedRunner } from './postgres-binaries.ts';
import { SetUpError } from './set-up-error.ts';

const run = promisify(execFile);

/** What initdb writes, with the first file of the write-ahead log. */
const NEW_CLUSTER_BYTES = 2 ** 26;

/** The superuser that a cluster is made with. */
export const DATABASE_USER = 'hibiki';

/** The files of one PostgreSQL server. */
export interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly log: string;
  readonly password: string;
}

const passwordFile = (folder: string): string => join(folder, 'password');

/** Makes the password of a new cluster and stores it beside it, for its owner only. */
export async function makePassword(folder: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  // An initdb that was interrupted may have left one.
  await rm(passwordFile(folder), { force: true });
  await writeFile(passwordFile(folder), password, { mode: 0o600 });
  return password;
}

export async function readPassword(folder: string): Promise<string> {
  const file = passwordFile(folder);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new SetUpError(
      `The database's password file ${file} is missing or unreadable. Put it back from a backup, or remove ${folder} to start over.`,
    );
  }
}

/** Creates the cluster beside its final place and then moves it there, so that a kill leaves nothing half done. Throws FolderError where the disk is full. */
export async function makeCluster(
  cluster: Cluster,
  binaries: PostgresBinaries,
  runner: UnprivilegedRunner,
): Promise<void> {
  // initdb says little of it, and PostgreSQL in it dies of it.
  if ((await freeDiskBytes(cluster.folder)) < NEW_CLUSTER_BYTES)
    throw new FolderError(cluster.folder, 'ENOSPC');
  const unfinished = `${cluster.data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await giveFolder(unfinished, runner);
  const [command = '', ...args] = [
    ...runner.prefix,
    binaries.initdb,
    `--pgdata=${unfinished}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${passwordFile(cluster.folder)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
  ];
  try {
    await run(command, args, { cwd: cluster.folder });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    // initdb has removed what it had made, and its output is long.
    if (said.includes('No space left on device'))
      throw new FolderError(cluster.folder, 'ENOSPC', { cause: error });
    throw new SetUpError(`The embedded PostgreSQL could not make its folder ${cluster.data}:\n  ${said}`);
  }
  await rename(unfinished, cluster.data);
}

export async function checkVersion(data: string): Promise<void> {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version !== '18') {
    throw new SetUpError(
      version === ''
        ? `${data} is no PostgreSQL folder. Remove it to start over, or choose another DATA_DIR.`
        : `${data} was made by PostgreSQL ${version}, and this is PostgreSQL 18. Take a dump with the old one and load it into a new folder.`,
    );
  }
}

/** The owner of the files may differ from the last start (see findUnprivilegedRunner). */
export async function giveFolder(folder: string, { owner }: UnprivilegedRunner): Promise<void> {
  if (owner === undefined || (await stat(folder)).uid === owner) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await chown(join(folder, entry), owner, owner);
  }
  // Last, so that an interrupted run is repeated.
  await chown(folder, owner, owner);
}
