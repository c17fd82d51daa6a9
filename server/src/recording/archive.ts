import { Readable } from 'node:stream';
import { makeZip, predictLength } from 'client-zip';
import type { RecordingId } from '#protocol/ids.ts';
import { archivedName, downloadName } from './download-name.ts';
import type { ReadableFile } from './readable-file.ts';
import type { RecordedMessage } from './recorded-messages.ts';
import type { RecordingFiles } from './recording-files.ts';

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly lastModified: Date;
  /** A file that a node has, or the chat. */
  readonly contents:
    | { readonly kind: 'file'; readonly file: ReadableFile }
    | { readonly kind: 'text'; readonly bytes: Buffer };
}

/**
 * Each under a name of its own: what the file would be kept under alone, with a number where another has that name already. The
 * chat comes last, as a text, if there is any.
 */
export function archiveEntries(
  files: readonly [ReadableFile, ...ReadableFile[]],
  chat: readonly RecordedMessage[],
): readonly Entry[] {
  const taken = new Map<string, number>();
  const entries = files.map((file): Entry => {
    const plain = archivedName(file, 1);
    const before = taken.get(plain) ?? 0;
    taken.set(plain, before + 1);
    const name = archivedName(file, before + 1);
    return { name, size: file.bytes, lastModified: file.started_at, contents: { kind: 'file', file } };
  });
  if (chat.length === 0) return entries;
  const [{ name, started_at }] = files;
  const text = Buffer.from(chat.map(lineOf).join(''));
  const written = { name, started_at, party_name: '', media_type: 'text/plain' };
  return [
    ...entries,
    {
      name: downloadName(written),
      size: text.length,
      lastModified: started_at,
      contents: { kind: 'text', bytes: text },
    },
  ];
}

const SECOND_MS = 1_000;

/** `00:01:05 Hana: Hello` */
const lineOf = ({ offset, name, text }: RecordedMessage): string =>
  `${new Date(offset * SECOND_MS).toISOString().slice(11, 19)} ${name}: ${text}\r\n`;

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
  const open = async ({ contents, size }: Entry): Promise<Readable> => {
    if (contents.kind === 'text') return Readable.from([contents.bytes]);
    if (size === 0) return Readable.from([]);
    const { section_id, id } = contents.file;
    return await recordingFiles.read(section_id ?? recordingId, id, 0, size - 1);
  };
  const [first, ...others] = entries;
  const opened = first && { ...first, input: await open(first) };
  async function* inputs() {
    if (opened) yield opened;
    for (const entry of others) yield { ...entry, input: await open(entry) };
  }
  return Readable.from(makeZip(inputs()), { objectMode: false });
}
