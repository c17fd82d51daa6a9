import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freeDiskBytes } from '#platform/disk-space.ts';

const run = promisify(execFile);
const MEBIBYTE = 2 ** 20;

/** A disk of its own, which a test may fill. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes a file until so many MiB are left. */
  fill(leftMib: number): Promise<void>;
  /** Removes that file. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Undefined where the rights to mount one are missing. */
export async function mountSmallDisk(sizeMib: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill(leftMib) {
      const file = await open(filler, 'a');
      try {
        const block = Buffer.alloc(MEBIBYTE);
        while ((await freeDiskBytes(folder)) > leftMib * MEBIBYTE) await file.write(block);
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler),
    async unmount() {
      await run('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true });
    },
  };
}
