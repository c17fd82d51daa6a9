import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Length and hash of a file's contents. */
export interface Digest {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export async function digestOf(path: string): Promise<Digest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Copies a file to a new one, whose folder is made too, and waits until it is on the disk. One that grows meanwhile is copied up to some
 * moment: the digest is that of the copy.
 *
 * @param modes of the new file, and of folders that are made for it
 */
export async function copyFile(
  from: string,
  to: string,
  modes: { readonly file: number; readonly folder: number },
): Promise<Digest> {
  const { atime, mtime } = await stat(from);
  await mkdir(dirname(to), { recursive: true, mode: modes.folder });
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    createReadStream(from),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(to, { mode: modes.file, flags: 'wx', flush: true }),
  );
  await utimes(to, atime, mtime);
  return { bytes, sha256: hash.digest('hex') };
}
