import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalProcess } from './child-process.ts';
import { SetUpError } from './set-up-error.ts';

const POLL_MS = 50;
/** A fast shutdown writes a checkpoint, which is slow on a slow disk. */
const FAST_SHUTDOWN_LIMIT_MS = 20_000;
const KILL_LIMIT_MS = 5_000;

/** Processes that work in a cluster: its postmaster and every child of it stand in the folder (Linux, /proc). */
async function processesIn(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const pid of pids) {
    try {
      if ((await readlink(`/proc/${pid}/cwd`)) !== cluster) continue;
      if ((await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres') found.push(pid);
    } catch {
      // Another user's process, or one that has just ended.
    }
  }
  return found;
}

async function waitUntilNone(cluster: string, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while ((await processesIn(cluster)).length > 0) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/**
 * Ends what a killed start has left of a cluster: its postmaster, orphaned children, and its pid and socket files. The
 * caller holds the cluster's lock, so nothing else uses the cluster.
 *
 * @returns whether a process had to be stopped.
 */
export async function stopLeftovers(cluster: string, sockets: string): Promise<boolean> {
  const pidFile = join(cluster, 'postmaster.pid');
  const found = await processesIn(cluster);
  if (found.length > 0) {
    const [firstLine = ''] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    const postmaster = Number(firstLine);
    if (found.includes(postmaster)) signalProcess(postmaster, 'SIGINT');
    if (!(await waitUntilNone(cluster, FAST_SHUTDOWN_LIMIT_MS))) {
      for (const pid of await processesIn(cluster)) signalProcess(pid, 'SIGKILL');
      if (!(await waitUntilNone(cluster, KILL_LIMIT_MS))) {
        throw new SetUpError(
          `A left-over PostgreSQL (processes ${found.join(', ')}) in ${cluster} cannot be stopped.`,
        );
      }
    }
  }
  // PostgreSQL trusts these files as long as any process has that id, even an unrelated one or a zombie.
  const stale = (await readdir(sockets)).filter((name) => name.startsWith('.s.PGSQL.'));
  await Promise.all(
    [pidFile, ...stale.map((name) => join(sockets, name))].map((file) => rm(file, { force: true })),
  );
  return found.length > 0;
}
