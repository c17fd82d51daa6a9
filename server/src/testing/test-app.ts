import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#platform/log.ts';
import { obtainMediaWorker } from '#scripts/media-worker.ts';
import { type App, buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';

/** For tests: the whole server in this process, listening, with a real media node and a small client. */
export interface TestApp {
  readonly app: App;
  readonly url: string;
  readonly dataFolder: string;
  /** Everything logged so far, at the finest level. */
  log(): string;
  close(): Promise<void>;
}

export async function startTestApp(
  databaseUrl: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-app-'));
  await writeClient(join(folder, 'client'));
  const port = await freePort();
  const lines: string[] = [];
  const log = createLog({
    name: 'server',
    level: 'trace',
    destination: { write: (line) => lines.push(line) },
  });
  const config = readConfig({
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    CLIENT_DIR: join(folder, 'client'),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEV_MAILBOX: 'true',
    METRICS_WITHOUT_TOKEN: 'true',
    SFU_WORKERS: '1',
    MEDIASOUP_WORKER_BIN: await obtainMediaWorker(),
    ...variables,
  });
  const app = await buildApp(config, log, '1.2.3');
  await app.listen();
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    dataFolder: config.dataFolder,
    log: () => lines.join(''),
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function writeClient(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Client</title>');
  await writeFile(join(folder, 'index.ja.html'), '<!doctype html><title>クライアント</title>');
  await writeFile(join(folder, 'assets/index-abc123.js'), 'plain');
  await writeFile(join(folder, 'assets/index-abc123.js.br'), 'brotli');
  await writeFile(join(folder, 'assets/index-abc123.js.gz'), 'gzip');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  server.close();
  await once(server, 'close');
  return address.port;
}

/** The body of an answer, which the test goes on to check. */
export const readJson = async <Body>(answer: Response): Promise<Body> => (await answer.json()) as Body;
