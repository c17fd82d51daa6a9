import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBroker } from '#platform/bus/testing/test-broker.ts';
import { SLOW } from '#platform/testing/slow.ts';
import { obtainMediaWorker } from '#scripts/media-worker.ts';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { TEST_SECRET } from './testing/server-process.ts';
import { freePort } from './testing/test-app.ts';

let database: TestDatabase;
let folder: string;
let worker: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'hibiki-main-'));
  worker = await obtainMediaWorker();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
  output(): string;
  /** Exit code or signal. */
  readonly ended: Promise<number | string | null>;
}
let running: Server | undefined;
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  running = undefined;
});

async function start(variables: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: String(port),
      SFU_WORKERS: '1',
      MEDIASOUP_WORKER_BIN: worker,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => output.push(String(chunk)));
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  running = { child, port, output: () => output.join(''), ended };
  return running;
}

async function startReady(variables: Record<string, string> = {}): Promise<Server> {
  const server = await start(variables);
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status).toBe(200),
    SLOW,
  );
  return server;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const mediaNodeOf = ({ output }: Server): number =>
  Number(output().match(/"nodePid":(\d+),"msg":"media node started"/)?.[1]);

describe('the server process', () => {
  it('does not start with a configuration that is wrong, and names what is', async () => {
    const { ended, output } = await start({ PORT: 'many', SMTP_HOST: 'mail.example.com' });
    expect(await ended).toBe(1);
    expect(output()).toContain('PORT must be a whole number from 0 to 65535');
    expect(output()).toContain('SMTP_HOST is unknown');
  });

  it('without a secret, and a folder to keep one in, says in one line what to set', async () => {
    const { ended, output } = await start({ DATA_DIR: '/sys/hibiki' });
    expect(await ended).toBe(1);
    expect(output()).toContain(
      'AUTH_SECRET is not set, and /sys/hibiki/auth-secret can be neither read nor made',
    );
    expect(output()).not.toContain('"stack"');
  });

  it('does not start where CLIENT_DIR has no client, and says so in one line', async () => {
    const { ended, output } = await start({ CLIENT_DIR: '/nonexistent' });
    expect(await ended).toBe(1);
    expect(output()).toContain('CLIENT_DIR: there is no index.html in /nonexistent');
    expect(output()).not.toContain('"stack"');
  });

  it.each([
    [{ SFU_LISTEN_IP: '0.0.0.0' }, 'SFU_ANNOUNCED_ADDRESS must be set: no browser can reach 0.0.0.0'],
    [{ SFU_WORKERS: '0' }, 'SFU_WORKERS must be a whole number'],
    [{ MEDIASOUP_WORKER_BIN: '' }, 'MEDIASOUP_WORKER_BIN must be set'],
  ])(
    'ends before it touches the database where its media node cannot run with %j',
    async (variables, why) => {
      const DATABASE_URL = 'postgres://any:pass@127.0.0.1:1/any';
      const { ended, output } = await start({ DATABASE_URL, ...variables });
      expect(await ended).toBe(1);
      expect(output()).toContain(why);
      expect(output()).not.toContain('database');
      expect(output()).not.toContain('"stack"');
    },
  );

  it('says in one line that the database cannot be used', async () => {
    const { ended, output } = await start({
      DATABASE_URL: database.url.replace(/:[^:@]+@/, ':wrong-password@'),
    });
    expect(await ended).toBe(1);
    expect(output()).toMatch(
      /"msg":"The database cannot be used: password authentication failed [^"]+(\\"[^"]+)* Check DATABASE_URL\."/,
    );
    expect(output()).not.toContain('"stack"');
  });

  it('for people on other machines warns at the start of what cannot work', async () => {
    const server = await startReady({ HOST: '0.0.0.0', PUBLIC_URL: 'https://calls.example.com' });
    for (const setting of ['SFU_LISTEN_IP', 'TURN_URLS', 'SMTP_URL'])
      expect(server.output()).toContain(`set ${setting}`);
    expect(server.output()).toMatch(/"build":"\d+\.\d+\.\d+[^"]*".*"msg":"Starting"/);
  });

  it('does not start where its port is taken, and leaves nothing behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const server = await start({ PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('The server cannot listen at its HOST and PORT: listen EADDRINUSE');
    expect(server.output()).not.toContain('"stack"');
    expect(isAlive(mediaNodeOf(server))).toBe(false);
    other.close();
  });

  it('goes on for a while after SIGTERM, and says meanwhile that it is not ready', async () => {
    const server = await startReady({ SHUTDOWN_DELAY_SECONDS: '2' });
    const url = `http://127.0.0.1:${server.port}`;
    server.child.kill('SIGTERM');
    await vi.waitFor(async () => {
      const answer = await fetch(`${url}/readyz`);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ missing: ['open'] });
    }, SLOW);
    expect((await fetch(`${url}/api/v1/version`)).status).toBe(200);
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toContain('Closing took too long');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends in order on %s, its media node first', async (signal) => {
    const server = await startReady();
    const mediaNode = mediaNodeOf(server);
    expect(isAlive(mediaNode)).toBe(true);
    server.child.kill(signal);
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('"msg":"Closed"');
    expect(isAlive(mediaNode)).toBe(false);
  });

  it.each([
    ['the bus', { NATS_URL: 'nats://127.0.0.1:1', AUTH_SECRET: TEST_SECRET }, ['Lost: bus', 'Listening at']],
    ['the database', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, ['Waiting for the database']],
  ])(
    'says at once that it waits for %s, and then ends without waiting for it',
    async (_name, variables, says) => {
      const server = await start(variables);
      for (const line of says) await vi.waitFor(() => expect(server.output()).toContain(line), SLOW);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(server.output()).toContain('"msg":"Closed"');
      expect(server.output()).not.toContain('Closing took too long');
    },
  );

  it('lives without the bus, says that it is not ready, and is once the bus and a media node are there', async () => {
    const port = await freePort();
    const url = `nats://127.0.0.1:${port}`;
    const server = await start({ NATS_URL: url, AUTH_SECRET: TEST_SECRET });
    const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
    await vi.waitFor(async () => expect((await ask('/healthz')).status).toBe(200), SLOW);
    const readiness = await ask('/readyz');
    expect([readiness.status, await readiness.json()]).toMatchObject([
      503,
      { checks: { bus: false, database: true } },
    ]);
    const broker = await startTestBroker({ port });
    try {
      await vi.waitFor(
        async () => expect(await (await ask('/readyz')).json()).toMatchObject({ checks: { bus: true } }),
        SLOW,
      );
      expect(server.output().match(/"msg":"(Lost|Regained): bus"/g)).toHaveLength(2);
    } finally {
      await broker.stop();
    }
  });

  it('ends when the process that started it is gone', async () => {
    const server = await startReady();
    server.child.disconnect();
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('parent gone');
  });

  it('does not wait long for a request that does not come to its end', async () => {
    const server = await startReady();
    const slow = connect(server.port, '127.0.0.1');
    slow.on('error', () => undefined);
    await once(slow, 'connect');
    slow.write(
      'POST /api/v1/auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    await vi.waitFor(
      async () => expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).ok).toBe(true),
      SLOW,
    );
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toContain('Closing took too long');
    slow.destroy();
  });

  it('takes a signal that comes twice at once as one, and a later one as an order to end at once', async () => {
    const server = await startReady();
    // Nothing can end in order any more: its media node does not listen.
    process.kill(mediaNodeOf(server), 'SIGSTOP');
    const mediaNode = mediaNodeOf(server);
    server.child.kill('SIGTERM');
    server.child.kill('SIGTERM');
    await vi.waitFor(() => expect(server.output()).toContain('"msg":"Closing"'), SLOW);
    expect(server.child.exitCode).toBeNull();
    const timer = setInterval(() => server.child.kill('SIGTERM'), 200);
    const code = await server.ended;
    clearInterval(timer);
    process.kill(mediaNode, 'SIGKILL');
    expect(code).toBe(1);
  });
});
