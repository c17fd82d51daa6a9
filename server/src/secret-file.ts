import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FolderError } from '#platform/folder-error.ts';
import { makeFolder } from '#platform/make-folder.ts';
import { CannotStart } from './cannot-start.ts';

/** Characters. Settings such as AUTH_SECRET need as many, and a secret made here always has more. */
const MIN_LENGTH = 32;
/** What a user who may not use the data folder, or a file system that is read-only, is told. */
const DENIED = ['EACCES', 'EPERM', 'EROFS', 'EISDIR'];

/**
 * Reads a secret of this installation, which is made the first time and readable for its owner only.
 *
 * @param setting to set it by instead, as an operator may who gives the server no folder
 * @throws CannotStart where it can be neither read nor made
 */
export async function readOrMakeSecret(file: string, setting: string, make: () => string): Promise<string> {
  try {
    return await readOrMake(file, make);
  } catch (error) {
    if (!(error instanceof FolderError) && !DENIED.some((code) => isCode(error, code))) throw error;
    throw new CannotStart(
      `${setting} is not set, and ${file} can be neither read nor made: set ${setting}, or give the user that runs the ` +
        'server a DATA_DIR of its own.',
      { cause: error },
    );
  }
}

async function readOrMake(file: string, make: () => string): Promise<string> {
  const kept = await read(file);
  if (kept !== undefined) {
    if (kept.length >= MIN_LENGTH) return kept;
    throw new CannotStart(
      `${file} is damaged: it is too short. Restore it from a backup, or delete it, and a new one is made.`,
    );
  }
  await makeFolder(dirname(file));
  // Written aside and linked, so that the file is never there half-written, and the first of two servers wins.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, make(), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const made = await read(file);
  if (!made) throw new Error(`${file} is gone again`);
  return made;
}

async function read(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
