import type { ChunkWriterReply, ChunkWriterRequest } from './chunk-writer.ts';
import { recordingFile } from './scratch-folder.ts';

/**
 * Writes a file of the page's own file system in place, and flushes it after each chunk: a page that is killed leaves all of them.
 * Only workers can; what a page writes through a stream counts when the stream is closed.
 */
let file: FileSystemSyncAccessHandle | null = null;

async function handle(request: ChunkWriterRequest): Promise<void> {
  switch (request.kind) {
    case 'open':
      file = await (await recordingFile(request.name, { create: true })).createSyncAccessHandle();
      return;
    case 'append': {
      const { bytes } = request;
      const at = file?.getSize() ?? 0;
      const written = file?.write(bytes, { at }) ?? 0;
      if (written < bytes.byteLength) throw new DOMException('No space is left', 'QuotaExceededError');
      file?.flush();
      return;
    }
    case 'close':
      file?.close();
      file = null;
      return;
  }
}

const reply = (message: ChunkWriterReply): void => postMessage(message);

/** One after the other. */
let last: Promise<void> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<ChunkWriterRequest>) => {
  last = last
    .then(() => handle(data))
    .then(
      () => reply({ error: null }),
      (error: unknown) => reply({ error: error instanceof Error ? error.name : 'UnknownError' }),
    );
});
