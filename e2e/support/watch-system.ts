import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnSystem } from './start-system.ts';

const CHECK_MS = 3_000;
const LOG_LINES = 20;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const endOfLog = async (file: string): Promise<string> => {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-LOG_LINES);
  return `The end of ${file}:\n${lines.join('\n')}`;
};

/**
 * Looks after a system that nobody is to end: resolves with what has ended and the end of the log, or with undefined once
 * the signal is aborted.
 */
export const watchSystem = async (
  system: Pick<OwnSystem, 'pid' | 'servers' | 'mediaNodes' | 'logFile'>,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const [[server], [node]] = [await system.servers(), await system.mediaNodes()];
  /** The product starts another one when a server or a node ends. */
  const whatEnded = async (): Promise<string | undefined> => {
    if (!isRunning(system.pid)) return 'npm start';
    if ((await system.servers())[0] !== server) return 'server';
    if ((await system.mediaNodes())[0] !== node) return 'media node';
    return undefined;
  };
  for (;;) {
    await sleep(CHECK_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return undefined;
    const ended = await whatEnded();
    if (ended !== undefined)
      return `The ${ended} of the system that tests share has ended.\n${await endOfLog(system.logFile)}`;
  }
};
