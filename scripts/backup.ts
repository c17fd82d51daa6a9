import { resolve, sep } from 'node:path';
import { readVersion } from '#platform/version.ts';
import { Progress } from '#server/backup/progress.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import type { Config } from '#server/config.ts';
import { fileFolders } from './file-folders.ts';
import { runOnFolder } from './folder-command.ts';
import { withConnection, withDatabase } from './operator-database.ts';
import { databaseFolder } from './running-database.ts';
import { SetUpError } from './set-up-error.ts';
import { readLocalConfig } from './system.ts';

/** `npm run backup -- FOLDER`: database, secrets and recordings of this machine into a new folder, while servers continue. */
async function backUp(folder: string): Promise<void> {
  const config = readLocalConfig(process.env);
  refuseOwnFolders(folder, config);
  await withDatabase(config, (url) =>
    withConnection(url, async (client) => {
      const progress = new Progress(console.log);
      const deps = { client, folders: fileFolders(config), progress };
      const { tables, files = [] } = await writeBackup(deps, folder, readVersion());
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(
        `Backed up ${rows} rows of ${tables.length} tables and ${files.length} files to ${folder}. It holds secrets: keep it safe.`,
      );
    }),
  );
}

/** A folder there would be taken for one of PostgreSQL's, or for a recording. */
function refuseOwnFolders(folder: string, config: Config): void {
  const own = [databaseFolder(config), resolve(fileFolders(config).recordingFolder)];
  const holder = own.find((each) => `${folder}${sep}`.startsWith(`${each}${sep}`));
  if (holder !== undefined)
    throw new SetUpError(`${holder} is what is backed up: choose a folder outside of it`);
}

await runOnFolder('npm run backup -- FOLDER      (FOLDER must not exist yet)', backUp);
