/** Where there is no file system for pages, a recording is kept in memory; more than this no tab should hold. */
const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;
/** Left behind by a page that was killed: no one records for a day. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000;
const FOLDER = 'recordings';

/** What a recording consists of while it grows: on the disk where the browser can, however long it gets. */
export interface ChunkStore {
  /** @throws DOMException `QuotaExceededError` where there is no more space */
  append(chunk: Blob): Promise<void>;
  /** All of it. */
  read(): Promise<Blob>;
  remove(): Promise<void>;
}

/** A file of the browser's own file system (W3C File System, OPFS), which no other page sees. */
export interface ScratchFile {
  readonly writable: FileSystemWritableFileStream;
  read(): Promise<File>;
  remove(): Promise<void>;
}

/** Null where there is no such file system (private windows of some browsers). */
export async function createScratchFile(name: string): Promise<ScratchFile | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    const handle = await folder.getFileHandle(name, { create: true });
    const writable = await handle.createWritable();
    return {
      writable,
      read: () => handle.getFile(),
      remove: () => folder.removeEntry(name),
    };
  } catch {
    return null;
  }
}

/** Frees what recordings of before have left behind. */
export async function removeLeftovers(now: number): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file') continue;
    const { lastModified } = await handle.getFile();
    if (now - lastModified > LEFTOVER_MS) await folder.removeEntry(name);
  }
}

export async function createChunkStore(name: string): Promise<ChunkStore> {
  const file = await createScratchFile(name);
  return file ? onDisk(file) : inMemory();
}

function onDisk(file: ScratchFile): ChunkStore {
  let closed = false;
  return {
    append: (chunk) => file.writable.write(chunk),
    async read() {
      if (!closed) await file.writable.close();
      closed = true;
      return file.read();
    },
    async remove() {
      if (!closed) await file.writable.abort();
      closed = true;
      await file.remove();
    },
  };
}

function inMemory(): ChunkStore {
  let chunks: Blob[] = [];
  let bytes = 0;
  return {
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
