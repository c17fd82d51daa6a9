import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalProcess } from '#scripts/child-process.ts';
import { tryLock } from '#scripts/process-lock.ts';
import { SetUpError } from '#scripts/set-up-error.ts';
import { REPORT_FOLDER } from './early-end.ts';

const PREFIX = 'hibiki-test-run-';
const POLL_MS = 50;
/** Servers end in order, so that they close their own children. */
const ORDERLY_LIMIT_MS = 10_000;
const KILL_LIMIT_MS = 5_000;

/** The folder of one run of vitest. Its processes have the path in their environment. */
export interface RunFolder {
  readonly path: string;
  /** Ends all processes of the run. @param group the process group of vitest */
  end(group: number): Promise<void>;
  /** Removes the folder. */
  release(): Promise<void>;
}

/** Makes the folder, and locks it as long as this process lives. Ends what killed runs have left first. */
export async function makeRunFolder(): Promise<RunFolder> {
  await endLeftovers();
  const path = join(tmpdir(), `${PREFIX}${randomUUID()}`);
  // Locked before it is made: a run that begins now must not take it for a leftover.
  const held = await tryLock(lockOf(path));
  if (!held) throw new SetUpError(`The folder ${path} is in use by another run.`);
  await mkdir(path, { mode: 0o700 });
  return {
    path,
    end: (group) => endProcesses(path, group),
    async release() {
      await rm(path, { recursive: true, force: true });
      await held.release();
    },
  };
}

const lockOf = (path: string): string => `test run ${path}`;

/** Ends the processes of runs whose runner was killed: their folders exist, and no process locks them. */
async function endLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const path = join(tmpdir(), name);
    const held = await tryLock(lockOf(path));
    if (!held) continue;
    try {
      await endProcesses(path);
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      // Another user's run, which this one cannot end.
      const isForbidden =
        error instanceof Error && 'code' in error && ['EPERM', 'EACCES'].includes(String(error.code));
      if (!isForbidden) throw error;
    } finally {
      await held.release();
    }
  }
}

async function endProcesses(path: string, group?: number): Promise<void> {
  for (const pid of await processesOf(path, group)) signalProcess(pid, 'SIGTERM');
  const killFrom = Date.now() + ORDERLY_LIMIT_MS;
  for (;;) {
    const left = await processesOf(path, group);
    if (left.length === 0) return;
    if (Date.now() > killFrom + KILL_LIMIT_MS) {
      throw new SetUpError(`Processes of a test run cannot be ended: ${left.join(', ')}.`);
    }
    if (Date.now() > killFrom) for (const pid of left) signalProcess(pid, 'SIGKILL');
    await sleep(POLL_MS);
  }
}

/**
 * Processes of a run that still run. Databases, servers and browsers have groups of their own and outlive their parents;
 * they keep the environment (Linux, /proc). Elsewhere: the group as a negative pid.
 */
async function processesOf(path: string, group?: number): Promise<number[]> {
  if (process.platform !== 'linux') return group !== undefined && groupExists(group) ? [-group] : [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => (await isInGroup(pid, group)) || (await isMarked(pid, path))),
  );
  return pids.filter((_, index) => found[index]);
}

function groupExists(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

async function isInGroup(pid: number, group: number | undefined): Promise<boolean> {
  if (group === undefined) return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold spaces; after it come state, parent and group.
  const [state, , ofProcess] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state !== 'Z' && Number(ofProcess) === group;
}

async function isMarked(pid: number, path: string): Promise<boolean> {
  // Empty for a process that has ended, unreadable for another user's.
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.split('\0').includes(`${REPORT_FOLDER}=${path}`);
}
