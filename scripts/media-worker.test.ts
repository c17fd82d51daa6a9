import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createWorker } from 'mediasoup';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { archiveName, downloadWorker } from './media-worker/download.ts';
import { obtainMediaWorker, type WorkerSources } from './media-worker.ts';

const run = promisify(execFile);
/** Ends as the worker does that is started without a version, and so passes for one. */
const WORKS = '#!/bin/sh\nexit 41\n';
const FROM_ANOTHER_WORLD = '#!/no/such/loader\n';

let folder: string;
let environment: NodeJS.ProcessEnv;
let calls: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-worker-test-'));
  environment = { XDG_CACHE_HOME: folder };
  calls = [];
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const writeProgram = (file: string, text: string) => writeFile(file, text, { mode: 0o755 });

/** Sources that give what a test wants of them, and note that they were asked. */
function sources(given: { downloaded?: string; built?: string }): WorkerSources {
  return {
    download: async (_version, into) => {
      calls.push('download');
      if (given.downloaded === undefined) throw new Error('no route');
      await writeProgram(join(into, 'mediasoup-worker'), given.downloaded);
    },
    build: async (_package, _folder, output) => {
      calls.push('build');
      await writeProgram(output, given.built ?? FROM_ANOTHER_WORLD);
    },
  };
}

describe('the worker is', () => {
  test('the one that MEDIASOUP_WORKER_BIN names', async () => {
    const file = join(folder, 'mine');
    await writeProgram(file, WORKS);
    environment.MEDIASOUP_WORKER_BIN = file;
    expect(await obtainMediaWorker({ environment, sources: sources({}) })).toBe(file);
    expect(calls).toEqual([]);
  });

  test('never another than the one that is named', async () => {
    environment.MEDIASOUP_WORKER_BIN = join(folder, 'missing');
    await expect(obtainMediaWorker({ environment, sources: sources({ built: WORKS }) })).rejects.toThrow(
      /MEDIASOUP_WORKER_BIN names .*missing, which is no mediasoup worker that runs here/,
    );
  });

  test('else downloaded, once: then it is in the cache', async () => {
    const first = await obtainMediaWorker({ environment, sources: sources({ downloaded: WORKS }) });
    expect(first.startsWith(join(folder, 'hibiki/mediasoup-worker'))).toBe(true);
    expect(await obtainMediaWorker({ environment, sources: sources({}) })).toBe(first);
    expect(calls).toEqual(['download']);
  });

  test('else built', async () => {
    await obtainMediaWorker({ environment, sources: sources({ built: WORKS }) });
    expect(calls).toEqual(['download', 'build']);
  });

  test('built, too, where the downloaded one does not run', async () => {
    const file = await obtainMediaWorker({
      environment,
      sources: sources({ downloaded: FROM_ANOTHER_WORLD, built: WORKS }),
    });
    expect(calls).toEqual(['download', 'build']);
    expect(await readFile(file, 'utf8')).toBe(WORKS);
  });

  test('downloaded only with the checksum that MEDIASOUP_WORKER_SHA256 names, and else built', async () => {
    const built = `${WORKS}# built here\n`;
    environment.MEDIASOUP_WORKER_SHA256 = createHash('sha256').update(WORKS).digest('hex').toUpperCase();
    const right = await obtainMediaWorker({ environment, sources: sources({ downloaded: WORKS, built }) });
    expect(await readFile(right, 'utf8')).toBe(WORKS);
    environment.MEDIASOUP_WORKER_SHA256 = '0'.repeat(64);
    const other = await obtainMediaWorker({ environment, sources: sources({ downloaded: WORKS, built }) });
    expect(await readFile(other, 'utf8')).toBe(built);
    environment.MEDIASOUP_WORKER_SHA256 = 'abc';
    await expect(obtainMediaWorker({ environment, sources: sources({}) })).rejects.toThrow(
      '64 hexadecimal digits',
    );
  });

  test('obtained again when the cached one does not run any more', async () => {
    const file = await obtainMediaWorker({ environment, sources: sources({ built: WORKS }) });
    await writeProgram(file, FROM_ANOTHER_WORLD);
    await obtainMediaWorker({ environment, sources: sources({ built: WORKS }) });
    expect(calls).toEqual(['download', 'build', 'download', 'build']);
  });

  test('built once when two starts want it at the same time', async () => {
    const both = [1, 2].map(() => obtainMediaWorker({ environment, sources: sources({ built: WORKS }) }));
    const [one, other] = await Promise.all(both);
    expect(one).toBe(other);
    expect(calls).toEqual(['download', 'build']);
  });

  test('not in the cache when what was built does not run', async () => {
    await expect(obtainMediaWorker({ environment, sources: sources({}) })).rejects.toThrow(
      'was built, but does not run here',
    );
    expect(await readdir(join(folder, 'hibiki/mediasoup-worker'))).toEqual([]);
  });
});

describe('the download', () => {
  const serve = async (archive: Buffer | undefined) => {
    const server = createServer((request, response) => {
      calls.push(request.url ?? '');
      response.writeHead(archive ? 200 : 404).end(archive);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    return {
      baseUrl: `http://127.0.0.1:${address.port}/releases`,
      close: () => server.close(),
    };
  };

  test('is the archive that mediasoup publishes for this platform', async () => {
    await mkdir(join(folder, 'in'));
    await mkdir(join(folder, 'out'));
    await writeProgram(join(folder, 'in/mediasoup-worker'), WORKS);
    await run('tar', ['-czf', join(folder, 'worker.tgz'), '-C', join(folder, 'in'), 'mediasoup-worker']);
    const server = await serve(await readFile(join(folder, 'worker.tgz')));
    await downloadWorker({ version: '3.2.1', baseUrl: server.baseUrl, folder: join(folder, 'out') });
    server.close();
    expect(calls).toEqual([`/releases/3.2.1/${archiveName('3.2.1')}`]);
    expect(await readFile(join(folder, 'out/mediasoup-worker'), 'utf8')).toBe(WORKS);
  });

  test('says why there is none', async () => {
    const missing = await serve(undefined);
    const broken = await serve(Buffer.from('not an archive'));
    await expect(downloadWorker({ version: '3.2.1', baseUrl: missing.baseUrl, folder })).rejects.toThrow(
      /answers 404/,
    );
    await expect(downloadWorker({ version: '3.2.1', baseUrl: broken.baseUrl, folder })).rejects.toThrow(
      /is no archive/,
    );
    missing.close();
    broken.close();
  });
});

// Uses the cache, as `npm start` does; where nothing is in it yet, this is where it is built.
test('the worker that this machine gets answers: it makes a router', { timeout: 900_000 }, async () => {
  const workerBin = await obtainMediaWorker();
  const copy = join(folder, 'mediasoup-worker');
  await copyFile(workerBin, copy);
  const worker = await createWorker({ workerBin: copy });
  const router = await worker.createRouter({
    mediaCodecs: [{ kind: 'audio', mimeType: 'audio/opus', clockRate: 48_000, channels: 2 }],
  });
  expect(router.rtpCapabilities.codecs?.map(({ mimeType }) => mimeType)).toEqual(['audio/opus']);
  worker.close();
});
