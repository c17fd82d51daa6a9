import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COMMIT_FILE, readCommit } from '#platform/version.ts';
import { ROOT } from './paths.ts';

// Keeps the commit for an image, which has no repository (Dockerfile).
const commit = readCommit();
if (commit !== undefined) {
  const file = join(ROOT, COMMIT_FILE);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${commit}\n`);
}
