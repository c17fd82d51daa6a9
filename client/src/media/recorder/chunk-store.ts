import { ChunkWriter } from './chunk-writer.ts';
import { recordingFile, scratchFolder } from './scratch-folder.ts';

/** Where there is no file system for pages, a recording is kept in memory; more than this no tab should hold. */
const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;
/** How long a recording whose page was killed waits to be saved. */
const LEFTOVER_MS = 7 * 24 * 60 * 60 * 1000;

/** What a recording consists of while it grows: on the disk where the browser can, however long it gets. */
export interface ChunkStore {
  /** It outlives its page. */
  readonly lasting: boolean;
  /** @throws DOMException `QuotaExceededError` where there is no more space */
  append(chunk: Blob): Promise<void>;
  /** All of it. */
  read(): Promise<Blob>;
  remove(): Promise<void>;
}

/** A file in the browser's own file system that counts when it is closed. */
export interface ScratchFile {
  readonly writable: FileSystemWritableFileStream;
  read(): Promise<File>;
  remove(): Promise<void>;
}

/** Null where there is no such file system (private windows of some browsers). */
export async function createScratchFile(name: string): Promise<ScratchFile | null> {
  try {
    const handle = await recordingFile(name, { create: true });
    const writable = await handle.createWritable();
    return { writable, read: () => handle.getFile(), remove: () => removeFile(name) };
  } catch {
    return null;
  }
}

/** Frees what recordings of before have left behind. */
export async function removeLeftovers(now: number): Promise<void> {
  const folder = await scratchFolder();
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file') continue;
    const { lastModified } = await handle.getFile();
    if (now - lastModified > LEFTOVER_MS) await folder.removeEntry(name);
  }
}

/** What a killed page has left of a recording; null: nothing. */
export async function readLeftover(name: string): Promise<File | null> {
  const file = await recordingFile(name).then(
    (handle) => handle.getFile(),
    () => null,
  );
  return file && file.size > 0 ? file : null;
}

export const removeFile = async (name: string): Promise<void> =>
  await (await scratchFolder()).removeEntry(name);

export async function createChunkStore(name: string): Promise<ChunkStore> {
  const writer = await ChunkWriter.open(name).catch(() => null);
  return writer ? onDisk(name, writer) : inMemory();
}

function onDisk(name: string, writer: ChunkWriter): ChunkStore {
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= writer.close());
  return {
    lasting: true,
    append: (chunk) => writer.append(chunk),
    async read() {
      await close();
      return await (await recordingFile(name)).getFile();
    },
    async remove() {
      await close();
      await removeFile(name);
    },
  };
}

function inMemory(): ChunkStore {
  let chunks: Blob[] = [];
  let bytes = 0;
  return {
    lasting: false,
    async append(chunk) {
      bytes += chunk.size;
      if (bytes > MEMORY_LIMIT_BYTES)
        throw new DOMException('The recording is too long to be kept in memory', 'QuotaExceededError');
      chunks.push(chunk);
    },
    read: async () => new Blob(chunks),
    async remove() {
      chunks = [];
    },
  };
}
