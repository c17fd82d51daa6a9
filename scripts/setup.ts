import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildClientIfStale } from './client-build.ts';
import { obtainMediaWorker } from './media-worker.ts';
import { ROOT } from './paths.ts';
import { runUntilStopped } from './stop-signal.ts';

/** Where service managers find the worker, whichever user they run as. */
const WORKER = join(ROOT, 'dist', 'mediasoup-worker');

/** `npm run setup`: everything that a server or a media node needs to be started by a service manager (docs/operations.md). */
async function setUp(signal: AbortSignal): Promise<void> {
  await buildClientIfStale(signal);
  const worker = await obtainMediaWorker({ environment: process.env, signal });
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  await copyFile(worker, WORKER);
  await chmod(WORKER, 0o755);
  console.log(`
Ready. In ${ROOT}:

  Server       ${process.execPath} server/src/main.ts
  Media node   MEDIASOUP_WORKER_BIN=${WORKER} ${process.execPath} sfu/src/main.ts
`);
}

await runUntilStopped(setUp);
