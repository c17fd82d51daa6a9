import { Progress } from '#server/backup/progress.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { fileFolders } from './file-folders.ts';
import { runOnFolder } from './folder-command.ts';
import { withConnection, withNewDatabase } from './operator-database.ts';
import { readLocalConfig, withDataFolder } from './system.ts';

/** `npm run restore -- FOLDER`: a backup into a new data folder, or into the empty database of `DATABASE_URL`. */
async function restore(folder: string): Promise<void> {
  const progress = new Progress(console.log);
  // A mistyped folder or a damaged backup must not leave a new database behind.
  const manifest = await checkBackup(
    { folders: fileFolders(readLocalConfig(process.env)), progress },
    folder,
  );
  const fill = (config: Config) =>
    withNewDatabase(config, (url) =>
      withConnection(url, async (client) => {
        const db = openDatabase({ url, poolSize: 2, statementTimeoutMs: 0 });
        try {
          await restoreBackup({ db, client, url, folders: fileFolders(config), progress }, folder, manifest);
        } finally {
          await db.destroy();
        }
      }),
    );
  await withDataFolder(fill);
  const { createdAt, version, tables } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restored ${rows} rows of ${tables.length} tables, as of ${createdAt} (version ${version}).`);
}

await runOnFolder('npm run restore -- FOLDER', restore);
