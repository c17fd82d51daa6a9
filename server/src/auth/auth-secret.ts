import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = 'auth-secret';
const SECRET_BYTES = 32;

/**
 * What signs access tokens: `AUTH_SECRET`, else one made once and kept in the data folder, readable for its owner only.
 * Deleting the file ends all access tokens; refresh tokens get new ones.
 */
export async function readAuthSecret(config: {
  readonly authSecret: string | null;
  readonly dataFolder: string;
}): Promise<string> {
  if (config.authSecret !== null) return config.authSecret;
  const file = join(config.dataFolder, FILE_NAME);
  const kept = await read(file);
  if (kept) return kept;
  await mkdir(config.dataFolder, { recursive: true });
  // Written aside and linked, so that the file is never there half-written, and the first of two servers wins.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600 });
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
