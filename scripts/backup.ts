import { realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { readVersion } from '#platform/version.ts';
import { Progress } from '#server/backup/progress.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import type { Config } from '#server/config.ts';
import { fileFolders } from './file-folders.ts';
import { runOnFolder } from './folder-command.ts';
import { SIGNALS, withConnection, withDatabase } from './operator-database.ts';
import { databaseFolder } from './running-database.ts';
import { SetUpError } from './set-up-error.ts';
import { readLocalConfig } from './system.ts';

/** `npm run backup -- FOLDER`: database, secrets and recordings of this machine into a new folder, while servers continue. */
async function backUp(folder: string): Promise<void> {
  const config = readLocalConfig(process.env);
  await refuseOwnFolders(folder, config);
  const stopping = new AbortController();
  for (const name of SIGNALS)
    process.once(name, () =>
      stopping.abort(new SetUpError(`Stopped by ${name}: there is no backup in ${folder}.`)),
    );
  const { signal } = stopping;
  const progress = new Progress(console.log);
  using _ = progress.watch();
  try {
    await withDatabase(config, (url) =>
      withConnection(
        url,
        async (client) => {
          const deps = { client, folders: fileFolders(config), progress, signal };
          const { tables, files = [] } = await writeBackup(deps, folder, readVersion());
          const rows = tables.reduce((sum, table) => sum + table.rows, 0);
          console.log(
            `Backed up ${rows} rows of ${tables.length} tables and ${files.length} files to ${folder}. It holds secrets: keep it safe.`,
          );
        },
        signal,
      ),
    );
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

/** A folder there would be taken for one of PostgreSQL's, or for a recording. */
async function refuseOwnFolders(folder: string, config: Config): Promise<void> {
  const parent = await realPath(dirname(folder));
  for (const own of [databaseFolder(config), fileFolders(config).recordingFolder]) {
    const isInside = `${parent}${sep}`.startsWith(`${await realPath(own)}${sep}`);
    if (isInside || resolve(own) === folder)
      throw new SetUpError(`${own} is what is backed up: choose a folder outside of it`);
  }
}

/** The path without symbolic links. A path that does not exist yet is returned as an absolute path. */
const realPath = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

await runOnFolder('npm run backup -- FOLDER      (FOLDER must not exist yet)', backUp);
