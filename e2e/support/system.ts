import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { until } from './until.ts';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;

export interface DemoAccount {
  readonly role: string;
  readonly mail: string;
  readonly password: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The whole product, started as `npm start` starts it, with a data folder and a port of its own. */
export interface System {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  account(name: string): DemoAccount;
  readonly device: { readonly serial: string; readonly secret: string; readonly url: string };
  /** What an account reads from the API; the path begins below `/api/v1`. */
  read(name: string, path: string): Promise<unknown>;
  /** The newest mail to an address; waits until there is one. */
  mailTo(address: string): Promise<Mail>;
  /** Process ids of the media nodes that run now. */
  mediaNodes(): Promise<number[]>;
  /** Process ids of the media workers that run now. */
  mediaWorkers(): Promise<number[]>;
  stop(): Promise<void>;
}

export interface SystemOptions {
  readonly name: string;
  readonly environment?: Readonly<Record<string, string>>;
}

interface ProcessEntry {
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

const descendants = async (root: number): Promise<ProcessEntry[]> => {
  const { readdir } = await import('node:fs/promises');
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

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

export const startSystem = async (options: SystemOptions): Promise<System> => {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const results = join(import.meta.dirname, '..', 'results');
  await mkdir(results, { recursive: true });
  const log = createWriteStream(join(results, `${options.name}.log`));
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'scripts', 'start.ts')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const { pid } = child;
  if (pid === undefined) throw new Error('npm start could not be spawned');

  const stop = async (): Promise<void> => {
    if (!hasExited(child)) {
      child.kill('SIGTERM');
      await until('the system has stopped', () => hasExited(child), STOP_LIMIT_MS);
    }
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await until(
      'the system is ready',
      async () => {
        if (hasExited(child)) throw new Error(`npm start ended early; see e2e/results/${options.name}.log`);
        const answer = await fetch(`${url}/readyz`).catch(() => undefined);
        return answer?.ok === true;
      },
      START_LIMIT_MS,
    );
    const demo = JSON.parse(await readFile(join(folder, 'demo-accounts.json'), 'utf8')) as {
      accounts: DemoAccount[];
      device: System['device'];
    };
    const running = async (pattern: RegExp) =>
      (await descendants(pid)).filter((entry) => pattern.test(entry.command)).map((entry) => entry.pid);
    const account = (name: string): DemoAccount => {
      const found = demo.accounts.find(({ mail }) => mail.startsWith(`${name}@`));
      if (!found) throw new Error(`No demo account ${name}`);
      return found;
    };
    return {
      url,
      port,
      pid,
      device: demo.device,
      account,
      read: async (name, path) => {
        const { mail, password } = account(name);
        const signedIn = await fetch(`${url}/api/v1/auth`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: mail, password }),
        });
        const { token } = (await signedIn.json()) as { token: string };
        const answer = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        return answer.json();
      },
      mailTo: (address) =>
        until(`a mail to ${address}`, async () => {
          const answer = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(address)}`);
          const mails = (await answer.json()) as Mail[];
          return mails[0];
        }),
      mediaNodes: () => running(/sfu\/src\/main\.ts/),
      mediaWorkers: () => running(/mediasoup-worker/),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
