import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Of a whole file, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(bytes);
  return hash.digest('hex');
}
