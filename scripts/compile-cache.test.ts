import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyCompileCache } from './compile-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-compile-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes files into the folder without a pause, as processes do that load modules. */
const WRITER = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  for (let number = 0; ; number++) {
    try {
      mkdirSync(workerData, { recursive: true });
      writeFileSync(workerData + '/' + (number % 1_000), '');
    } catch {}
    if (number === 1_000) parentPort.postMessage('begun');
  }
`;

it('removes what earlier versions left', async () => {
  const cache = join(folder, 'cache');
  await mkdir(join(cache, 'v24'), { recursive: true });
  await writeFile(join(cache, 'v24/module'), '');
  await emptyCompileCache(cache);
  await expect(access(cache)).rejects.toThrow('ENOENT');
  await emptyCompileCache(cache);
});

it('goes on while processes of a killed start still write', async () => {
  const cache = join(folder, 'cache');
  const writer = new Worker(WRITER, { eval: true, workerData: join(cache, 'v24') });
  await once(writer, 'message');
  try {
    for (let attempt = 0; attempt < 20; attempt++) await emptyCompileCache(cache);
  } finally {
    await writer.terminate();
  }
});
