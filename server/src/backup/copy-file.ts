import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDiskFull, toFolderError } from '#platform/folder-error.ts';
import { makeFolder } from '#platform/make-folder.ts';

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
  await makeFolder(dirname(to), modes.folder);
  // Fails if the file exists. The cleanup below therefore only ever removes a file that this call has made.
  const file = await open(to, 'wx', modes.file);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      createReadStream(from),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          hash.update(chunk);
          yield chunk;
        }
      },
      file.createWriteStream({ flush: true }),
    );
  } catch (error) {
    // Half a file would stand in the way of the next attempt.
    await rm(to, { force: true });
    throw isDiskFull(error) ? toFolderError(error, to) : error;
  }
  await utimes(to, atime, mtime);
  return { bytes, sha256: hash.digest('hex') };
}
