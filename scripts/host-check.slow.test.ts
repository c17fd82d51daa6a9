import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkDiskSpace, choosePort, localUrl } from './host-check.ts';
import { mountSmallDisk } from './testing/small-disk.ts';

let said: string[];

beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((sentence) => said.push(sentence));
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function occupy(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { server, port: address.port };
}

test('takes any free port for 0', async () => {
  expect(await choosePort('127.0.0.1', 0)).toBeGreaterThan(0);
});

test('says in one sentence that another program has the port, and what to do', async () => {
  const { server, port } = await occupy();
  await expect(choosePort('127.0.0.1', port)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
  );
  expect(said).toEqual([`Port ${port} is in use; waiting a moment in case an earlier start is ending.`]);
  server.close();
});

test('takes the port that an earlier start is about to free', async () => {
  const { server, port } = await occupy();
  vi.spyOn(console, 'error').mockImplementation(() => server.close());
  expect(await choosePort('127.0.0.1', port)).toBe(port);
});

test('says in one sentence that the address is not of this machine', async () => {
  await expect(choosePort('192.0.2.1', 0)).rejects.toThrow(
    'HOST is 192.0.2.1, which is no address of this machine.',
  );
});

test('stops waiting when the start is called off', async () => {
  const { server, port } = await occupy();
  const controller = new AbortController();
  vi.spyOn(console, 'error').mockImplementation(() => controller.abort());
  await expect(choosePort('127.0.0.1', port, controller.signal)).rejects.toThrow(/aborted/);
  server.close();
});

test('needs less space for a start that finds its database than for the first one', async ({ skip }) => {
  const disk = (await mountSmallDisk(100)) ?? skip('no rights to mount a small disk');
  try {
    await expect(checkDiskSpace(disk.folder, true)).rejects.toThrow(
      `Only 100 MB are free where ${disk.folder} lies; at least 300 MB are needed.`,
    );
    await checkDiskSpace(disk.folder, false);
    await disk.fill(63);
    await expect(checkDiskSpace(disk.folder, false)).rejects.toThrow('at least 64 MB are needed');
  } finally {
    await disk.unmount();
  }
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['fe80::1', 'http://[fe80::1]:80'],
  ['localhost', 'http://localhost:80'],
])('reaches a server that listens on %s at %s', (host, url) => {
  expect(localUrl(host, 80)).toBe(url);
});
