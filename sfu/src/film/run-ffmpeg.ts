import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';

/** `idle`: only the time that nothing else on the machine wants. */
export type FilmPriority = 'idle' | 'normal';

export interface Ffmpeg {
  /** Its name or path. */
  readonly program: string;
  readonly priority: FilmPriority;
}

export interface FfmpegRun extends Ffmpeg {
  readonly args: readonly string[];
  /** Where it works; files in it need no path. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** How much is done, in ms of the output. */
  readonly onProgress: (doneMs: number) => void;
}

/** FFmpeg is not installed. */
export class FfmpegMissing extends Error {}

/** FFmpeg reports its progress twice a second. Without a report for this long it hangs, even on a busy machine. */
const STALLED_MS = 30 * 60_000;
/** A machine that is busy with calls may take a while to load it. */
const VERSION_LIMIT_MS = 30_000;
/** How much of the end of FFmpeg's log an error quotes. */
const MAX_LOG_CHARACTERS = 4_000;
/** What chrt answers, as a shell does, for a program that is not there. */
const NOT_FOUND = 127;
const COMMON = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-progress', 'pipe:1', '-y'];
/** More threads would only take more of the time that calls leave. */
const ONE_THREAD = ['-filter_complex_threads', '1', '-threads', '1'];

const environmentOf = () => ({ PATH: process.env.PATH, LANG: 'C.UTF-8' });

/** Why no film could be made with this FFmpeg; undefined where it runs. */
export async function ffmpegProblem(program: string): Promise<Error | undefined> {
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  // A film is made in a folder of its own, so a relative path leads nowhere.
  const child = spawn(program, ['-version'], {
    cwd: '/',
    stdio: 'ignore',
    env: environmentOf(),
    timeout: VERSION_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  child.once('error', resolve);
  child.once('close', (code, signal) =>
    resolve(code === 0 ? undefined : new Error(`${program} -version ended with ${signal ?? code}`)),
  );
  return await promise;
}

/**
 * Runs FFmpeg, at idle priority in the idle class of Linux' scheduler, elsewhere with the lowest priority there is.
 *
 * @throws FfmpegMissing; Error with what FFmpeg says, where it fails or hangs; the signal's reason
 */
export async function runFfmpeg({
  program,
  priority,
  args,
  folder,
  signal,
  onProgress,
}: FfmpegRun): Promise<void> {
  signal.throwIfAborted();
  const output = args.at(-1) ?? '';
  const command = [program, ...COMMON, ...args.slice(0, -1), ...ONE_THREAD, output];
  const idle = priority === 'idle' && process.platform === 'linux' ? ['chrt', '-i', '0'] : [];
  const [first = program, ...rest] = [...idle, ...command];
  const child = spawn(first, rest, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(),
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  let stalled = false;
  const stall = setTimeout(() => {
    stalled = true;
    kill();
  }, STALLED_MS);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-MAX_LOG_CHARACTERS);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    stall.refresh();
    const us = /^out_time_us=(\d+)$/.exec(line)?.[1];
    if (us !== undefined) onProgress(Number(us) / 1_000);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => priority === 'idle' && lowerPriority(child.pid));
      child.once('close', resolve);
    });
    if (code === 0) return;
    signal.throwIfAborted();
    if (stalled) throw new Error(`FFmpeg hangs: ${log}`);
    if (code === NOT_FOUND) throw new FfmpegMissing(log);
    throw new Error(`FFmpeg failed (${code}): ${log}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new FfmpegMissing(program, { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(stall);
    signal.removeEventListener('abort', kill);
  }
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}
