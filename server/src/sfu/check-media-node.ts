import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { INVALID_SETTINGS } from '#platform/exit-code.ts';
import { CannotStart } from '#server/cannot-start.ts';
import type { Config } from '#server/config.ts';

const PROGRAM = join(import.meta.dirname, '../../../sfu/src/check-settings.ts');
const LIMIT_MS = 30_000;

/**
 * Checks the settings of the media node that this server is going to start, before the database is touched. `npm start` has checked those of
 * the one that it starts itself, and nodes of a cluster check their own.
 *
 * @throws CannotStart with what the media node says of them
 */
export async function checkMediaNode({ natsUrl, supervised, mediaNodeEnv }: Config): Promise<void> {
  if (natsUrl !== null || supervised) return;
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...mediaNodeEnv },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LIMIT_MS,
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  // Any other failure occurs again when the media node starts, and is logged then.
  if (code === INVALID_SETTINGS) throw new CannotStart(said.trim());
}
