import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '#scripts/run-command.ts';
import {
  mesonBuild,
  mesonOptions,
  PATCHES,
  PRECOMPILED_FOLDER,
  SUBPROJECTS,
  type Subproject,
} from './recipe.ts';

const OVERLAY = join(import.meta.dirname, 'overlay');
const MESON_OPTIONS = ['--buildtype=release', '-Db_ndebug=true', '-Db_pie=true', '--wrap-mode=nodownload'];

export interface Build {
  /** The installed npm package, whose `worker` folder holds the sources. */
  readonly packageFolder: string;
  /** An empty folder to work in. */
  readonly folder: string;
  /** Where the binary goes, on the same file system. */
  readonly output: string;
  /** Told how far it is, as in `34/160`. */
  readonly onProgress: (detail: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Builds the worker from the sources in the npm package, against the distribution's libraries. Takes minutes. */
export async function buildWorker(build: Build): Promise<void> {
  const sources = join(build.folder, 'worker');
  await cp(join(build.packageFolder, 'worker'), sources, { recursive: true });
  for (const subproject of SUBPROJECTS) await provide(subproject, sources);
  await cp(join(OVERLAY, PRECOMPILED_FOLDER), join(sources, PRECOMPILED_FOLDER), { recursive: true });
  for (const { file, from, to } of PATCHES) {
    const text = await readFile(join(sources, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} of the worker's sources has no "${from}" any more`);
    await writeFile(join(sources, file), text.replace(from, to));
  }
  const run = (command: string, args: readonly string[], onLine?: (line: string) => void) =>
    runCommand('The media worker could not be built', command, args, {
      cwd: sources,
      signal: build.signal,
      ...(onLine && { onLine }),
    });
  await run('meson', ['setup', 'build', ...MESON_OPTIONS]);
  await run('ninja', ['-C', 'build', 'mediasoup-worker'], (line) => {
    const step = /^\[(\d+\/\d+)\]/.exec(line);
    if (step?.[1]) build.onProgress(step[1]);
  });
  const binary = join(sources, 'build/mediasoup-worker');
  await run('strip', [binary]);
  await rename(binary, build.output);
}

/** Meson takes a subproject's folder that stands already instead of downloading it. */
async function provide(subproject: Subproject, sources: string): Promise<void> {
  const wrap = await readFile(join(sources, 'subprojects', `${subproject.wrap}.wrap`), 'utf8');
  const directory = /^directory\s*=\s*(\S+)/m.exec(wrap)?.[1];
  if (!directory) throw new Error(`${subproject.wrap}.wrap of the worker's sources names no directory`);
  const folder = join(sources, 'subprojects', directory);
  await mkdir(folder, { recursive: true });
  if (subproject.headers) {
    await cp(join(OVERLAY, subproject.headers.folder), folder, { recursive: true });
  }
  await writeFile(join(folder, 'meson.build'), mesonBuild(subproject));
  const options = mesonOptions(subproject);
  if (options !== '') await writeFile(join(folder, 'meson_options.txt'), options);
}
