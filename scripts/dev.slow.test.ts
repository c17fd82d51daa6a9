import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { obtainMediaWorker } from './media-worker.ts';
import { ROOT } from './paths.ts';
import { Playground } from './testing/playground.ts';

let ground: Playground;

beforeAll(async () => {
  await obtainMediaWorker();
  ground = await Playground.make();
}, 900_000);

afterAll(() => ground.remove());

test('serves the client for hot reload, passes the API on, and restarts the server when its sources change', async () => {
  const dev = ground.run([process.execPath, join(import.meta.dirname, 'dev.ts')]);
  await ground.runs(dev);
  await ground.until('the page', async () => (await ground.get('/'))?.includes('/@vite/client') === true);
  await ground.until(
    'the API',
    async () => (await ground.get('/api/v1/version'))?.includes('"version"') === true,
  );
  await ground.until('the mailbox', async () => (await ground.get('/dev/mailbox')) !== undefined);

  const now = new Date();
  await utimes(join(ROOT, 'server/src/main.ts'), now, now);
  await ground.until('a new start', () => dev.output().includes('The server runs again.'));
  await ground.until('the API again', async () => (await ground.get('/api/v1/version')) !== undefined);

  dev.child.kill('SIGTERM');
  expect(await dev.ended).toBe(0);
  expect(dev.output()).toMatch(/Stopped\.\n$/);
  expect(await ground.processes()).toEqual([]);
}, 400_000);
