import { join } from 'node:path';
import type { FileFolders } from '#server/backup/backup-files.ts';
import type { Config } from '#server/config.ts';

/** Where this machine keeps what is beside the database. */
export const fileFolders = ({ mediaNodeEnv, dataFolder }: Config): FileFolders => ({
  dataFolder,
  recordingFolder: mediaNodeEnv.RECORDING_FOLDER ?? join(dataFolder, 'recordings'),
});
