import { decodeFile } from './encoding.ts';
import type { ReadFile } from './file-table.ts';
import { readTable } from './read-table.ts';

async function read(file: File): Promise<ReadFile> {
  const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()));
  return decoded ? readTable(decoded.text, decoded.encoding) : { kind: 'failed', reason: 'encoding' };
}

addEventListener('message', async ({ data }: MessageEvent<File>) => postMessage(await read(data)));
