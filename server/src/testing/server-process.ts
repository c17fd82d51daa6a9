import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainMediaWorker } from '#scripts/media-worker.ts';
import { SIGNAL_PATH } from '#server/signal/signal-path.ts';
import { eventually } from './eventually.ts';
import type { Person } from './people.ts';
import { accessToken, TestSignalClient } from './signal-client.ts';
import { freePort } from './test-app.ts';

/** What the servers of a test sign with, and the test's own tokens. */
export const TEST_SECRET = randomBytes(32).toString('hex');
/** A busy machine takes several times as long as a quiet one, and tests start several at once. */
const START_MS = 240_000;

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  enter(person: Person): Promise<TestSignalClient>;
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  stop(): Promise<void>;
}

/** A real server in a process of its own, which can be killed and stopped. Ready as its `/readyz` says, by default. */
export async function startServerProcess(
  variables: Readonly<Record<string, string>>,
  path: '/healthz' | '/readyz' = '/readyz',
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-server-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: String(port),
      AUTH_SECRET: TEST_SECRET,
      SFU_WORKERS: '1',
      RECORDING_MIN_FREE_MB: '0',
      MEDIASOUP_WORKER_BIN: await obtainMediaWorker(),
      LOG_LEVEL: 'warn',
      ...variables,
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const clients: TestSignalClient[] = [];
  const stop = async () => {
    for (const client of clients.splice(0)) client.cut();
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(
      async () => {
        const answer = await fetch(`${url}${path}`);
        if (!answer.ok) throw new Error(`${path} says ${answer.status}`);
      },
      { timeout: START_MS },
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    child,
    url,
    async enter(person) {
      const client = new TestSignalClient(`${url.replace('http', 'ws')}${SIGNAL_PATH}`);
      clients.push(client);
      await client.open(accessToken(person.token));
      return client;
    },
    signal(name) {
      child.kill(name);
    },
    stop,
  };
}
