import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reads a secret of this installation, which is made the first time and readable for its owner only. */
export async function readOrMakeSecret(file: string, make: () => string): Promise<string> {
  const kept = await read(file);
  if (kept) return kept;
  await mkdir(dirname(file), { recursive: true });
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
  if (!made) throw new Error(`${file} is empty: delete it, and a new secret is made`);
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
