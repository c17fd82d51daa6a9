import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetUpError } from '#scripts/set-up-error.ts';
import { mesonBuild, mesonOptions, PATCHES, SUBPROJECTS, type Subproject } from './recipe.ts';

const LOG_TAIL_LINES = 30;

export interface Build {
  /** The installed npm package, whose `worker` folder holds the sources. */
  readonly packageFolder: string;
  /** Where the binary goes. */
  readonly output: string;
  /** Told how far it is, as in `34/160`. */
  readonly onProgress: (detail: string) => void;
}

/** Builds the worker from the sources in the npm package, against the distribution's libraries. Takes minutes. */
export async function buildWorker({ packageFolder, output, onProgress }: Build): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-media-worker-'));
  try {
    const sources = join(folder, 'worker');
    await cp(join(packageFolder, 'worker'), sources, { recursive: true });
    for (const subproject of SUBPROJECTS) await provide(subproject, sources);
    for (const { file, from, to } of PATCHES) {
      const text = await readFile(join(sources, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} of the worker's sources has no "${from}" any more`);
      await writeFile(join(sources, file), text.replace(from, to));
    }
    await run(
      'meson',
      ['setup', 'build', '--buildtype=release', '-Db_ndebug=true', '-Db_pie=true', '--wrap-mode=nodownload'],
      sources,
    );
    await run('ninja', ['-C', 'build', 'mediasoup-worker'], sources, (line) => {
      const step = /^\[(\d+\/\d+)\]/.exec(line);
      if (step?.[1]) onProgress(step[1]);
    });
    await run('strip', ['build/mediasoup-worker'], sources);
    await cp(join(sources, 'build/mediasoup-worker'), `${output}.copying`);
    await rename(`${output}.copying`, output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Meson takes a subproject's folder that stands already instead of downloading it. */
async function provide(subproject: Subproject, sources: string): Promise<void> {
  const wrap = await readFile(join(sources, 'subprojects', `${subproject.wrap}.wrap`), 'utf8');
  const directory = /^directory\s*=\s*(\S+)/m.exec(wrap)?.[1];
  if (!directory) throw new Error(`${subproject.wrap}.wrap of the worker's sources names no directory`);
  const folder = join(sources, 'subprojects', directory);
  await mkdir(folder, { recursive: true });
  if (subproject.headers) {
    await cp(join(import.meta.dirname, 'overlay', subproject.headers.folder), folder, { recursive: true });
  }
  await writeFile(join(folder, 'meson.build'), mesonBuild(subproject));
  const options = mesonOptions(subproject);
  if (options !== '') await writeFile(join(folder, 'meson_options.txt'), options);
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  onLine: (line: string) => void = () => {},
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      const split = (rest + text).split('\n');
      rest = split.pop() ?? '';
      for (const line of split) {
        lines.push(line);
        onLine(line);
      }
    });
  }
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise;
  if (code === 0) return;
  throw new SetUpError(
    `The media worker could not be built: ${command} ended with ${code}.\n${lines.slice(-LOG_TAIL_LINES).join('\n')}`,
  );
}
