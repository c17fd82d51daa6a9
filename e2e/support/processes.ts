import { readdir, readFile } from 'node:fs/promises';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

const readProcess = async (pid: number): Promise<ProcessEntry | undefined> => {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // The name in parentheses may hold spaces; the parent is the second field after it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid, parent, command: command.replaceAll('\0', ' ') };
  } catch {
    return undefined; // It has ended between the listing and the reading.
  }
};

/** All processes that one has started, and those that they have. */
export const descendants = async (root: number): Promise<ProcessEntry[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((entry) => entry !== undefined);
  const found = new Set([root]);
  let grew = true;
  while (grew) {
    grew = false;
    for (const entry of all) {
      if (found.has(entry.parent) && !found.has(entry.pid)) {
        found.add(entry.pid);
        grew = true;
      }
    }
  }
  return all.filter((entry) => entry.pid !== root && found.has(entry.pid));
};
