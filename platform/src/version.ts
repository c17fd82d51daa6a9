import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The product's version, as `GET /version`, the log and the heartbeats of media nodes say it. */
export function readVersion(): string {
  const file = join(import.meta.dirname, '../../package.json');
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof content === 'object' && content !== null && 'version' in content) return `${content.version}`;
  throw new Error(`${file} names no version`);
}
