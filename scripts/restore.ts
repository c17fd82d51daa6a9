import { mkdir } from 'node:fs/promises';
import { readManifest } from '#server/backup/manifest.ts';
import { Progress } from '#server/backup/progress.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { openDatabase } from '#server/db/database.ts';
import { fileFolders } from './file-folders.ts';
import { runOnFolder } from './folder-command.ts';
import { withConnection, withNewDatabase } from './operator-database.ts';
import { readLocalConfig } from './system.ts';

/** `npm run restore -- FOLDER`: a backup into a new data folder, or into the empty database of `DATABASE_URL`. */
async function restore(folder: string): Promise<void> {
  const config = readLocalConfig(process.env);
  // A mistyped folder must not leave a new database behind.
  await readManifest(folder);
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  await withNewDatabase(config, (url) =>
    withConnection(url, async (client) => {
      const db = openDatabase({ url, poolSize: 2, statementTimeoutMs: 0 });
      try {
        const progress = new Progress(console.log);
        const deps = { db, client, url, folders: fileFolders(config), progress };
        const { createdAt, version, tables } = await restoreBackup(deps, folder);
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        console.log(
          `Restored ${rows} rows of ${tables.length} tables, as of ${createdAt} (version ${version}).`,
        );
      } finally {
        await db.destroy();
      }
    }),
  );
}

await runOnFolder('npm run restore -- FOLDER', restore);
