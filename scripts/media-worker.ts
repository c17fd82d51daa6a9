import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { makeFolder } from '#platform/make-folder.ts';
import { buildWorker } from './media-worker/build.ts';
import { isRunnableWorker } from './media-worker/check.ts';
import { downloadWorker } from './media-worker/download.ts';
import { BUILD_PACKAGES } from './media-worker/recipe.ts';
import { lock } from './process-lock.ts';
import { withProgress } from './progress.mjs';
import { describeError, SetUpError } from './set-up-error.ts';
import { ensureSystemPackages } from './system-packages.ts';

const BINARY = process.platform === 'win32' ? 'mediasoup-worker.exe' : 'mediasoup-worker';
const RECIPE_FOLDER = join(import.meta.dirname, 'media-worker');

/** Ways to get a worker, in the order in which they are tried. */
export interface WorkerSources {
  /** Puts the prebuilt one into a folder. */
  download(version: string, folder: string): Promise<void>;
  /** Builds one, working in an empty folder. */
  build(packageFolder: string, folder: string, output: string): Promise<void>;
}

const sourcesOf = (
  environment: NodeJS.ProcessEnv,
  repository: string,
  signal: AbortSignal | undefined,
): WorkerSources => ({
  download: (version, folder) =>
    withProgress('Downloading the media worker', () =>
      downloadWorker({
        version,
        baseUrl: environment.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL || `${repository}/releases/download`,
        folder,
        signal,
      }),
    ),
  build: async (packageFolder, folder, output) => {
    await ensureSystemPackages(BUILD_PACKAGES, 'to build the media worker');
    signal?.throwIfAborted();
    await withProgress('Building the media worker, once (a few minutes)', (onProgress) =>
      buildWorker({ packageFolder, folder, output, onProgress, signal }),
    );
  },
});

interface MediasoupPackage {
  readonly folder: string;
  readonly version: string;
  readonly repository: string;
}

async function findMediasoup(): Promise<MediasoupPackage> {
  const entry = createRequire(import.meta.url).resolve('mediasoup');
  let folder = dirname(entry);
  for (;;) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) {
      const { name, version, repository } = JSON.parse(text);
      if (name === 'mediasoup') {
        return { folder, version, repository: repository.url.replace(/^git\+|\.git$/g, '') };
      }
    }
    folder = dirname(folder);
  }
}

/** Changes whenever anything that goes into a build does. */
async function recipeHash(): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(RECIPE_FOLDER, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    if (file.endsWith('.test.ts')) continue;
    hash.update(`${relative(RECIPE_FOLDER, file)}\n`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Outside of the clone, so that another clone, or a clean one, need not build again. */
function cacheRoot(environment: NodeJS.ProcessEnv): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'hibiki', 'mediasoup-worker');
}

export interface WorkerOptions {
  /**
   * `MEDIASOUP_WORKER_BIN`, `XDG_CACHE_HOME`, `MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL` and `MEDIASOUP_WORKER_SHA256` are read; the
   * process's own by default.
   */
  readonly environment?: NodeJS.ProcessEnv;
  /** In tests: other ways to get one. */
  readonly sources?: WorkerSources;
  readonly signal?: AbortSignal | undefined;
}

/** Of the program that may be downloaded, in hexadecimal; undefined where any may. */
function pinnedChecksum({ MEDIASOUP_WORKER_SHA256: pinned }: NodeJS.ProcessEnv): string | undefined {
  if (!pinned) return undefined;
  if (/^[\da-f]{64}$/i.test(pinned)) return pinned.toLowerCase();
  throw new SetUpError('MEDIASOUP_WORKER_SHA256 must be a SHA-256 checksum: 64 hexadecimal digits.');
}

/** Before the program is run for the first time. mediasoup publishes no checksums: an operator pins the one that was tried. */
async function assertChecksum(file: string, pinned: string | undefined): Promise<void> {
  const found = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (pinned === undefined) {
    console.error(`The media worker was downloaded. MEDIASOUP_WORKER_SHA256=${found} accepts no other.`);
  } else if (found !== pinned) {
    throw new Error(`its SHA-256 is ${found}, not MEDIASOUP_WORKER_SHA256`);
  }
}

/**
 * The mediasoup worker to run: the one that `MEDIASOUP_WORKER_BIN` names; else the cached one; else mediasoup's prebuilt
 * one; else one that is built here. What was downloaded or built is tried before it goes into the cache.
 *
 * @returns the binary's path.
 */
export async function obtainMediaWorker(options: WorkerOptions = {}): Promise<string> {
  const environment = options.environment ?? process.env;
  const named = environment.MEDIASOUP_WORKER_BIN;
  if (named) {
    if (await isRunnableWorker(named)) return resolve(named);
    throw new SetUpError(`MEDIASOUP_WORKER_BIN names ${named}, which is no mediasoup worker that runs here.`);
  }
  const mediasoup = await findMediasoup();
  const root = cacheRoot(environment);
  const pinned = pinnedChecksum(environment);
  const key = `${mediasoup.version}-${process.platform}-${process.arch}-${await recipeHash()}`;
  // What was accepted without a checksum, or with another, is not what is asked for.
  const cached = join(root, pinned === undefined ? key : `${key}-${pinned.slice(0, 12)}`, BINARY);
  if (await isRunnableWorker(cached)) return cached;

  await makeFolder(root);
  const { signal } = options;
  const held = await lock(`media worker ${root}`, {
    signal,
    onWait: () => console.error('Another start is obtaining the media worker; waiting for it.'),
  });
  try {
    if (await isRunnableWorker(cached)) return cached;
    await fill(
      cached,
      mediasoup,
      options.sources ?? sourcesOf(environment, mediasoup.repository, signal),
      pinned,
      signal,
    );
    return cached;
  } finally {
    await held.release();
  }
}

/** Works beside the cached place and moves there what has been tried, so that a kill leaves nothing half made in it. */
async function fill(
  cached: string,
  mediasoup: MediasoupPackage,
  sources: WorkerSources,
  pinned: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const unfinished = join(dirname(dirname(cached)), 'unfinished');
  // Left by a killed attempt; the lock rules out one under way.
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, 'build'), { recursive: true });
  try {
    const file = join(unfinished, BINARY);
    let whyNot = 'it does not run here';
    try {
      await sources.download(mediasoup.version, unfinished);
      await assertChecksum(file, pinned);
      await chmod(file, 0o755);
    } catch (error) {
      whyNot = error instanceof Error ? error.message : String(error);
      await rm(file, { force: true });
    }
    signal?.throwIfAborted();
    if (!(await isRunnableWorker(file))) {
      console.error(`No prebuilt media worker (${whyNot}); it will be built here.`);
      await rm(file, { force: true });
      await sources.build(mediasoup.folder, join(unfinished, 'build'), file);
      if (!(await isRunnableWorker(file))) {
        throw new SetUpError('The media worker was built, but does not run here.');
      }
    }
    await mkdir(dirname(cached), { recursive: true });
    await rename(file, cached);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  // For the Dockerfile: obtains the worker and, told where, copies it there.
  try {
    const worker = await obtainMediaWorker();
    const [output] = process.argv.slice(2);
    if (output) {
      await copyFile(worker, output);
      await chmod(output, 0o755);
    }
    console.log(output ?? worker);
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  }
}
