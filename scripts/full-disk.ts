import { freeDiskBytes } from '#platform/disk-space.ts';

/** Less than a file of the write-ahead log, of 16 MiB. */
const NO_SPACE_BYTES = 2 ** 24;

/** Whether PostgreSQL may have ended for lack of space. It says little itself then: its disk says it. */
export const hasNoSpace = async (folder: string): Promise<boolean> =>
  (await freeDiskBytes(folder)) < NO_SPACE_BYTES;
