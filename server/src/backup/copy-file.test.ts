import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyFile } from './copy-file.ts';

const MODES = { file: 0o600, folder: 0o700 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('leaves a file alone that is there already, even if the other one cannot be read', async () => {
  const there = join(folder, 'there');
  await writeFile(there, 'kept');
  // A folder can be opened, but not be read like a file.
  await expect(copyFile(folder, there, MODES)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(there, 'utf8')).toBe('kept');
});

it('leaves nothing behind of what it could not read', async () => {
  const place = join(folder, 'new');
  await expect(copyFile(folder, join(place, 'copy'), MODES)).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(place)).toEqual([]);
});
