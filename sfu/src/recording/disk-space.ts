import { access, constants } from 'node:fs/promises';
import { freeDiskBytes } from '#platform/disk-space.ts';
import type { Logger } from '#platform/log.ts';
import { makeFolder } from '#platform/make-folder.ts';
import { repeatedly } from '#platform/repeatedly.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';

const CHECK_MS = 5_000;

/** Free bytes on the folder's disk. Creates the folder; fails if nothing can be written there. */
export async function freeBytes(root: string): Promise<number> {
  await makeFolder(root, 0o750);
  await access(root, constants.W_OK | constants.X_OK);
  return await freeDiskBytes(root);
}

export interface RecordingDisk {
  /** Folder of all recordings. */
  readonly root: string;
  /** A recording neither begins nor continues with less free space on the disk. */
  readonly minFreeBytes: number;
  readonly log: Logger;
}

export interface DiskWatchOptions extends RecordingDisk {
  /** Whether anything is being recorded. */
  readonly isInUse: () => boolean;
  readonly onFault: (fault: RecordingFault) => void;
}

/** Reports a disk that is full or gone while it is in use, until the returned function is called. */
export const watchDisk = ({ root, minFreeBytes, log, isInUse, onFault }: DiskWatchOptions): (() => void) =>
  repeatedly({
    everyMs: CHECK_MS,
    work: async () => {
      if (!isInUse()) return;
      const free = await freeBytes(root);
      if (free >= minFreeBytes) return;
      log.error({ free, minFreeBytes }, 'too little disk space is left for recordings');
      onFault('disk-full');
    },
    onError: (err) => {
      log.error({ err }, 'the folder of recordings is gone');
      onFault('storage');
    },
  });
