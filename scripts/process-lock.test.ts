import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { lock, tryLock } from './process-lock.ts';

const name = () => `test ${crypto.randomUUID()}`;

test('is held by one at a time, until it is released', async () => {
  const wanted = name();
  const held = await tryLock(wanted);
  expect(await tryLock(wanted)).toBeUndefined();
  expect(await tryLock(name())).toBeDefined();
  await held?.release();
  expect(await tryLock(wanted)).toBeDefined();
});

test('is waited for, which is said once', async () => {
  const wanted = name();
  const held = await tryLock(wanted);
  const { promise: waiting, resolve: onWait } = Promise.withResolvers<void>();
  let waits = 0;
  const second = lock(wanted, {
    onWait: () => {
      waits++;
      onWait();
    },
  });
  await waiting;
  await held?.release();
  await (await second).release();
  expect(waits).toBe(1);
});

test('is not waited for any longer once it is called off', async () => {
  const wanted = name();
  await tryLock(wanted);
  const controller = new AbortController();
  const waiting = lock(wanted, { signal: controller.signal, onWait: () => controller.abort() });
  await expect(waiting).rejects.toThrow(/aborted/);
});

test('is free again when its process was killed with -9', async () => {
  const wanted = name();
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { tryLock } from '${join(import.meta.dirname, 'process-lock.ts')}';
       console.log((await tryLock('${wanted}')) ? 'held' : 'refused');
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  expect(await once(createInterface(child.stdout), 'line')).toEqual(['held']);
  expect(await tryLock(wanted)).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await tryLock(wanted)).toBeDefined();
});
