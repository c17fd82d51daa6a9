import { readVersion } from '#platform/version.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { backUpFiles } from './backup-files.ts';
import { runOnFolder } from './folder-command.ts';
import { withConnection, withDatabase } from './operator-database.ts';
import { readLocalConfig } from './system.ts';

/** `npm run backup -- FOLDER`: database, secrets and recordings of this machine into a new folder, while servers continue. */
async function backUp(folder: string): Promise<void> {
  const config = readLocalConfig(process.env);
  await withDatabase(config, (url) =>
    withConnection(url, async (client) => {
      const { tables } = await writeBackup(client, folder, readVersion());
      await backUpFiles(config, folder);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(
        `Backed up ${rows} rows of ${tables.length} tables to ${folder}. It holds secrets: keep it safe.`,
      );
    }),
  );
}

await runOnFolder('npm run backup -- FOLDER      (FOLDER must not exist yet)', backUp);
