import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';

/** What is being written; it takes its place when it is whole. */
export const TEMPORARY = '.tmp';

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Null for a missing file, or one that was cut off when its writer died. */
export async function readJsonFile<Value>(
  path: string,
  schema: { Check(value: unknown): value is Value },
): Promise<Value | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return schema.Check(value) ? value : null;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Atomic, also when the machine loses power. */
export async function writeJsonFile(path: string, value: object): Promise<void> {
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  const file = await open(temporary, 'wx', 0o640);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
