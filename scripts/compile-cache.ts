import { rm } from 'node:fs/promises';

/**
 * Empties the folder in which Node keeps compiled code: each version adds files of its own. Never fails, since Node uses what it can.
 *
 * The processes of a start that was killed write into it for a moment longer, so that it may not become empty.
 */
export async function emptyCompileCache(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => {});
}
