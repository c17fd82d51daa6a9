import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildClientIfStale } from './client-build.ts';
import { obtainMediaWorker } from './media-worker.ts';
import { ROOT, SET_UP_WORKER } from './paths.ts';
import { runUntilStopped } from './stop-signal.ts';

/** `npm run setup`: everything that a server or a media node needs to be started by a service manager (docs/operations.md). */
async function setUp(signal: AbortSignal): Promise<void> {
  await buildClientIfStale(signal);
  const worker = await obtainMediaWorker({ environment: process.env, signal });
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  await copyFile(worker, SET_UP_WORKER);
  await chmod(SET_UP_WORKER, 0o755);
  // A server without NATS_URL starts a media node.
  const program = `MEDIASOUP_WORKER_BIN=${SET_UP_WORKER} ${process.execPath}`;
  console.log(`
Ready. In ${ROOT}:

  Server       ${program} server/src/main.ts
  Media node   ${program} sfu/src/main.ts
`);
}

await runUntilStopped(setUp);
