import { open } from 'node:fs/promises';
import { isMissing } from './json-file.ts';

/** Fewer bytes at the end of the file, none beyond it. Null without such a file. */
export async function readPiece(path: string, offset: number, length: number): Promise<Buffer | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (!file) return null;
  try {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Makes the file at offset 0, and writes into the existing one elsewhere. */
export async function writePiece(path: string, offset: number, bytes: Buffer): Promise<void> {
  const file = await open(path, offset === 0 ? 'w' : 'r+', 0o640);
  try {
    await file.write(bytes, 0, bytes.length, offset);
  } finally {
    await file.close();
  }
}
