import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainMediaWorker } from '#scripts/media-worker.ts';

export interface StartedMediaNode extends AsyncDisposable {
  /** Of its recordings. */
  readonly folder: string;
}

/** A media node of a cluster, found by its servers over the broker. */
export const startMediaNode = async (natsUrl: string): Promise<StartedMediaNode> => {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-node-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../sfu/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NATS_URL: natsUrl,
      RECORDING_FOLDER: folder,
      SFU_WORKERS: '1',
      MEDIASOUP_WORKER_BIN: await obtainMediaWorker(),
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  return {
    folder,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
