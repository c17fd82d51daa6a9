import { readdir, readFile } from 'node:fs/promises';

/** CPU time of processes by the kernel's accounting, in ns, all threads (proc(5), /proc/PID/task/TID/schedstat). */
export async function cpuNs(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(processNs));
  return times.reduce((sum, ns) => sum + ns, 0);
}

async function processNs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      const [running = '0'] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).split(' ');
      return Number(running);
    }),
  );
  return times.reduce((sum, ns) => sum + ns, 0);
}
