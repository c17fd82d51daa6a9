import { statfs } from 'node:fs/promises';

/** Bytes that are free on the disk of a file or folder, for anyone but root. Fails where there is none. */
export async function freeDiskBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
