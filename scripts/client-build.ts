import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { packageFile, ROOT } from './paths.ts';
import { lock } from './process-lock.ts';
import { withProgress } from './progress.mjs';
import { runCommand } from './run-command.ts';

const OUTPUT_FOLDER = join(ROOT, 'dist');
/** Beside the client and not within it, so that it is not served. */
const STAMP = join(OUTPUT_FOLDER, 'client.sha256');

/** Folders and files whose contents decide what the build gives. */
const INPUTS = ['client', 'protocol/src', 'package-lock.json', 'package.json', 'tsconfig.base.json'];

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return undefined;
      throw error;
    },
  );
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A hash over everything that goes into the build. */
async function hashInputs(root: string): Promise<string> {
  const files = (await Promise.all(INPUTS.map((input) => filesBelow(join(root, input))))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const contents = await readFile(file);
    hash.update(`${relative(root, file)}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}

/** Builds the client into `dist/client`, unless what is there was built from the same sources. */
export async function buildClientIfStale(signal?: AbortSignal): Promise<'built' | 'current'> {
  const held = await lock(`client build ${ROOT}`, {
    signal,
    onWait: () => console.error('Another process is building the client; waiting for it.'),
  });
  try {
    const hash = await hashInputs(ROOT);
    if ((await readFile(STAMP, 'utf8').catch(() => '')) === hash) return 'current';
    // Half a build must not count as a whole one.
    await rm(STAMP, { force: true });
    await withProgress('Building the client', () =>
      runCommand(
        'The client could not be built',
        process.execPath,
        [packageFile('vite/bin/vite.js'), 'build', 'client'],
        // A test runner's NODE_ENV would make it a development build, which then counts as current for everyone.
        { cwd: ROOT, signal, environment: { ...process.env, NODE_ENV: 'production' } },
      ),
    );
    await mkdir(OUTPUT_FOLDER, { recursive: true });
    await writeFile(STAMP, hash);
    return 'built';
  } finally {
    await held.release();
  }
}
