import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { descendants } from './processes.ts';
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
  /** Ends everything, as Ctrl+C does, and starts it again with the same data on the same port. */
  restart(): Promise<void>;
  account(name: string): DemoAccount;
  readonly device: { readonly serial: string; readonly secret: string; readonly url: string };
  /** What an account reads from the API; the path begins below `/api/v1`. */
  read(name: string, path: string): Promise<unknown>;
  /** What the API answers to an account's change; undefined for an empty answer. */
  write(name: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<unknown>;
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

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

export const startSystem = async (options: SystemOptions): Promise<System> => {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const results = join(import.meta.dirname, '..', 'results');
  await mkdir(results, { recursive: true });
  const log = createWriteStream(join(results, `${options.name}.log`));
  const launch = (): ChildProcess & { readonly pid: number } => {
    const launched = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'scripts', 'start.ts')], {
      env: { ...process.env, PORT: String(port), DATA_DIR: folder, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    launched.stdout.pipe(log, { end: false });
    launched.stderr.pipe(log, { end: false });
    const { pid } = launched;
    if (pid === undefined) throw new Error('npm start could not be spawned');
    return Object.assign(launched, { pid });
  };
  let child = launch();

  const end = async (): Promise<void> => {
    if (hasExited(child)) return;
    child.kill('SIGTERM');
    await until('the system has stopped', () => hasExited(child), STOP_LIMIT_MS);
  };
  const stop = async (): Promise<void> => {
    await end();
    log.end();
    await rm(folder, { recursive: true, force: true });
  };
  const ready = () =>
    until(
      'the system is ready',
      async () => {
        if (hasExited(child)) throw new Error(`npm start ended early; see e2e/results/${options.name}.log`);
        const answer = await fetch(`${url}/readyz`).catch(() => undefined);
        return answer?.ok === true;
      },
      START_LIMIT_MS,
    );

  try {
    await ready();
    const demo = JSON.parse(await readFile(join(folder, 'demo-accounts.json'), 'utf8')) as {
      accounts: DemoAccount[];
      device: System['device'];
    };
    const running = async (pattern: RegExp) =>
      (await descendants(child.pid)).filter((entry) => pattern.test(entry.command)).map((entry) => entry.pid);
    const account = (name: string): DemoAccount => {
      const found = demo.accounts.find(({ mail }) => mail.startsWith(`${name}@`));
      if (!found) throw new Error(`No demo account ${name}`);
      return found;
    };
    const call = async (name: string, method: string, path: string, body?: object): Promise<unknown> => {
      const { mail, password } = account(name);
      const signedIn = await fetch(`${url}/api/v1/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: mail, password }),
      });
      const { token } = (await signedIn.json()) as { token: string };
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
      const text = await answer.text();
      return text === '' ? undefined : JSON.parse(text);
    };
    return {
      url,
      port,
      get pid() {
        return child.pid;
      },
      async restart() {
        await end();
        child = launch();
        await ready();
      },
      device: demo.device,
      account,
      read: (name, path) => call(name, 'GET', path),
      write: call,
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
