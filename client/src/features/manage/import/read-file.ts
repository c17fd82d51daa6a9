import type { ReadFile } from './file-table.ts';

/** Reads a file in a worker, so that the page stays quick however long it is. */
export const readFile = (file: File): Promise<ReadFile> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<ReadFile>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = ({ message }) => {
      worker.terminate();
      reject(new Error(message));
    };
    worker.postMessage(file);
  });
