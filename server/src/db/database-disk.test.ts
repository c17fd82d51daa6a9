import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { type DatabaseDiskWatch, UNSEEN_DISK, watchDatabaseDisk } from './database-disk.ts';

let free: number | Error;
let lines: string[];
let disk: DatabaseDiskWatch;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
});
afterEach(() => {
  disk.close();
  vi.useRealTimers();
});

async function watch(): Promise<void> {
  disk = await watchDatabaseDisk({
    folder: '/data/postgres',
    warnFreeBytes: 1_000,
    minFreeBytes: 200,
    log: createLog({ name: 'server', destination: { write: (line) => lines.push(JSON.parse(line).msg) } }),
    measure: async () => {
      if (free instanceof Error) throw free;
      return free;
    },
  });
}

async function measured(bytes: number | Error): Promise<void> {
  free = bytes;
  await vi.advanceTimersByTimeAsync(2_000);
}

it('warns once below the one limit and once below the other, and once it is over', async () => {
  free = 1_000;
  await watch();
  expect(disk).toMatchObject({ state: 'enough', since: null, freeBytes: 1_000 });
  await measured(999);
  const since = new Date();
  expect(disk).toMatchObject({ state: 'low', since, freeBytes: 999 });
  await measured(500);
  expect(disk).toMatchObject({ state: 'low', since, freeBytes: 500 });
  await measured(199);
  await measured(0);
  expect(disk.state).toBe('full');
  await measured(5_000);
  expect(disk).toMatchObject({ state: 'enough', since: null });
  expect(lines).toEqual([
    'disk of the database is filling up',
    'disk of the database is full: new writes are refused',
    'disk of the database has enough space again',
  ]);
});

it('begins with what there is when the server starts', async () => {
  free = 100;
  await watch();
  expect(disk.state).toBe('full');
});

it('is over at a tenth more than the limit, so that it does not come and go', async () => {
  free = 199;
  await watch();
  await measured(219);
  expect(disk.state).toBe('full');
  await measured(221);
  expect(disk.state).toBe('low');
  await measured(1_099);
  expect(disk.state).toBe('low');
  await measured(1_101);
  expect(disk.state).toBe('enough');
});

it('keeps what it knows while the space cannot be measured, and says so once', async () => {
  free = 100;
  await watch();
  await measured(new Error('stale file handle'));
  await measured(new Error('stale file handle'));
  expect(disk).toMatchObject({ state: 'full', freeBytes: 100 });
  await measured(5_000);
  expect(disk.state).toBe('enough');
  expect(lines.slice(1)).toEqual([
    'Lost: free space of the database',
    'Regained: free space of the database',
    'disk of the database has enough space again',
  ]);
});

it('says nothing of a disk that is not of this machine', async () => {
  const log = createLog({ name: 'server', level: 'silent' });
  disk = await watchDatabaseDisk({ folder: null, warnFreeBytes: 1_000, minFreeBytes: 200, log });
  expect(disk).toBe(UNSEEN_DISK);
});

it('does not begin with a folder that does not exist', async () => {
  const log = createLog({ name: 'server', level: 'silent' });
  const watched = watchDatabaseDisk({
    folder: '/nonexistent/postgres',
    warnFreeBytes: 1_000,
    minFreeBytes: 200,
    log,
  });
  await expect(watched).rejects.toThrow('DATABASE_FOLDER: there is no folder /nonexistent/postgres');
});
