import { Readable } from 'node:stream';
import { makeZip, predictLength } from 'client-zip';
import type { RecordingId } from '#protocol/ids.ts';
import { archivedName } from './download-name.ts';
import type { ReadableFile } from './readable-file.ts';
import type { RecordingFiles } from './recording-files.ts';

interface Entry {
  readonly file: ReadableFile;
  readonly name: string;
  readonly size: number;
  readonly lastModified: Date;
}

/** Each under a name of its own: what the file would be kept under alone, with a number where another has that name already. */
export function archiveEntries(files: readonly ReadableFile[]): readonly Entry[] {
  const taken = new Map<string, number>();
  return files.map((file) => {
    const plain = archivedName(file, 1);
    const before = taken.get(plain) ?? 0;
    taken.set(plain, before + 1);
    const name = archivedName(file, before + 1);
    return { file, name, size: file.bytes, lastModified: file.started_at };
  });
}

/** Of the ZIP file, in bytes. */
export const archiveBytes = (entries: readonly Entry[]): number => Number(predictLength(entries));

/**
 * The files as one ZIP file, read from their nodes one after the other while it is sent. Pictures and sound are compressed already, so
 * nothing is compressed again. Throws `media-node-unavailable` where the first cannot be read; fails in the midst of it where that
 * happens later: a reader sees that the end is missing.
 */
export async function streamArchive(
  recordingFiles: Pick<RecordingFiles, 'read'>,
  recordingId: RecordingId,
  entries: readonly Entry[],
): Promise<Readable> {
  const open = async ({ file, size }: Entry): Promise<Readable> =>
    size === 0
      ? Readable.from([])
      : recordingFiles.read(file.section_id ?? recordingId, file.id, 0, size - 1);
  const [first, ...others] = entries;
  const opened = first && { ...first, input: await open(first) };
  async function* inputs() {
    if (opened) yield opened;
    for (const entry of others) yield { ...entry, input: await open(entry) };
  }
  return Readable.from(makeZip(inputs()), { objectMode: false });
}
