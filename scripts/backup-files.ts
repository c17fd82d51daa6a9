import { cp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';

/** Beside the database: what signs tokens, the demo accounts' passwords, and the recordings. */
const KEPT = ['auth-secret', 'web-push-key', 'demo-accounts.json'];
const RECORDINGS = 'recordings';

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Where the media node of this machine keeps its recordings. */
const recordingsOf = ({ mediaNodeEnv, dataFolder }: Config): string =>
  mediaNodeEnv.RECORDING_FOLDER ?? join(dataFolder, RECORDINGS);

function pairs(config: Config, backup: string): readonly (readonly [local: string, kept: string])[] {
  return [
    ...KEPT.map((name) => [join(config.dataFolder, name), join(backup, 'files', name)] as const),
    [recordingsOf(config), join(backup, 'files', RECORDINGS)],
  ];
}

/** Copies what is there, and overwrites nothing. */
async function copyAll(all: readonly (readonly [from: string, to: string])[]): Promise<void> {
  for (const [from, to] of all) {
    if (await isThere(from)) await cp(from, to, { recursive: true, force: false, preserveTimestamps: true });
  }
}

export const backUpFiles = (config: Config, backup: string): Promise<void> => copyAll(pairs(config, backup));

export const restoreFiles = (config: Config, backup: string): Promise<void> =>
  copyAll(pairs(config, backup).map(([local, kept]) => [kept, local] as const));
