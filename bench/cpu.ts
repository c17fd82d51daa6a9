import { readdir, readFile } from 'node:fs/promises';

/** CPU time of processes by the kernel's accounting, in ns, by default of all their threads (proc(5), /proc/PID/task/TID/schedstat). */
export async function cpuNs(
  pids: readonly number[],
  of: 'all-threads' | 'main-thread' = 'all-threads',
): Promise<number> {
  const times = await Promise.all(pids.map((pid) => processNs(pid, of)));
  return times.reduce((sum, ns) => sum + ns, 0);
}

async function processNs(pid: number, of: 'all-threads' | 'main-thread'): Promise<number> {
  const threads = of === 'main-thread' ? [String(pid)] : await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      const [running = '0'] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).split(' ');
      return Number(running);
    }),
  );
  return times.reduce((sum, ns) => sum + ns, 0);
}
