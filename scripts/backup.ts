import { resolve } from 'node:path';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readVersion } from '#server/config.ts';
import { backUpFiles } from './backup-files.ts';
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

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0) {
  console.error('Usage: npm run backup -- FOLDER      (FOLDER must not exist yet)');
  process.exitCode = 2;
} else {
  await backUp(resolve(folder)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
