import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { toFolderError } from './folder-error.ts';

/**
 * Makes a folder and its parents, if they are missing.
 *
 * Not `mkdir` with `recursive`: on a file system that takes no new folders, such as /proc, Node repeats that call for ever.
 *
 * @param mode of each folder that is made
 * @throws FolderError
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const path = resolve(folder);
  const made = await tryMake(path, mode);
  if (made === undefined) return;
  const parent = dirname(path);
  if (made.code !== 'ENOENT' || parent === path) throw toFolderError(made, path);
  await makeFolder(parent, mode);
  const again = await tryMake(path, mode);
  if (again !== undefined) throw toFolderError(again, path);
}

/** As `makeFolder`; of a folder that is there, too, it is checked whether files can be written into it. */
export async function makeWritableFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  try {
    // Only trying tells: root may write anywhere but on a disk that is read-only.
    await rmdir(await mkdtemp(join(folder, '.try-')));
  } catch (error) {
    throw toFolderError(error, resolve(folder));
  }
}

/** Undefined once the folder is there. */
async function tryMake(path: string, mode: number): Promise<NodeJS.ErrnoException | undefined> {
  return await mkdir(path, { mode }).then(
    () => undefined,
    async (error: NodeJS.ErrnoException) => ((await isFolder(path)) ? undefined : error),
  );
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
