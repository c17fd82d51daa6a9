import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { descendants } from './processes.ts';

/** Seconds of processor time, by who used them. */
export interface ProcessorUse {
  readonly atS: number;
  /** By all that runs on the machine. */
  readonly machine: number;
  /** This process: the senders. */
  readonly senders: number;
  /** Server, database, media node and its worker. */
  readonly system: number;
  readonly browser: number;
}

/** `sysconf(_SC_CLK_TCK)`, 100 on every Linux. */
const TICKS_A_SECOND = 100;

/** Of one process, all threads (proc(5), `/proc/PID/stat`, utime and stime). */
async function secondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // It has ended meanwhile.
  if (stat === null) return 0;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

export async function readProcessorUse(): Promise<ProcessorUse> {
  const sum = async (pids: readonly number[]) =>
    (await Promise.all(pids.map(secondsOf))).reduce((total, seconds) => total + seconds, 0);
  const all = await descendants(process.pid);
  const isBrowser = ({ command }: { readonly command: string }) => command.includes('chromium');
  const machine = cpus().reduce(
    (total, { times }) => total + times.user + times.nice + times.sys + times.irq,
    0,
  );
  return {
    atS: performance.now() / 1000,
    machine: machine / 1000,
    senders: await sum([process.pid]),
    system: await sum(all.filter((entry) => !isBrowser(entry)).map(({ pid }) => pid)),
    browser: await sum(all.filter(isBrowser).map(({ pid }) => pid)),
  };
}

/** Per cent of one core, by who used it; `others` have nothing to do with what is measured. */
export function usedBetween(before: ProcessorUse, after: ProcessorUse) {
  const share = (name: 'machine' | 'senders' | 'system' | 'browser') =>
    // Below nothing where one of several processes has ended meanwhile.
    Math.max(0, (100 * (after[name] - before[name])) / (after.atS - before.atS));
  const [senders, system, browser] = [share('senders'), share('system'), share('browser')];
  return { senders, system, browser, others: Math.max(0, share('machine') - senders - system - browser) };
}
