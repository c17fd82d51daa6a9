import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CannotStart } from '#server/cannot-start.ts';
import { readAuthSecret } from './auth-secret.ts';

describe('the secret of access tokens', () => {
  let dataFolder: string;
  beforeEach(async () => {
    dataFolder = join(await mkdtemp(join(tmpdir(), 'auth-secret-')), 'data');
  });
  afterEach(() => rm(join(dataFolder, '..'), { recursive: true }));

  it('is made once, and readable for its owner only', async () => {
    const secret = await readAuthSecret({ authSecret: null, dataFolder });
    expect(secret).toHaveLength(43);
    expect(await readAuthSecret({ authSecret: null, dataFolder })).toBe(secret);
    const file = join(dataFolder, 'auth-secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(secret);
  });

  it('is the same for servers that start at the same time', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 5 }, () => readAuthSecret({ authSecret: null, dataFolder })),
    );
    expect(new Set(secrets).size).toBe(1);
  });

  it('is not taken from a file that is damaged, which is named in one line', async () => {
    await mkdir(dataFolder);
    const file = join(dataFolder, 'auth-secret');
    for (const contents of ['', 'short']) {
      await writeFile(file, contents);
      const refused = readAuthSecret({ authSecret: null, dataFolder });
      await expect(refused).rejects.toBeInstanceOf(CannotStart);
      await expect(refused).rejects.toThrow(`${file} is damaged`);
    }
    await rm(file);
    await mkdir(file);
    await expect(readAuthSecret({ authSecret: null, dataFolder })).rejects.toBeInstanceOf(CannotStart);
  });

  it('is asked for, in one line, where no one may write: root neither, below /sys', async () => {
    await expect(readAuthSecret({ authSecret: null, dataFolder: '/sys/hibiki' })).rejects.toThrow(
      /^AUTH_SECRET is not set, and \/sys\/hibiki\/auth-secret can be neither read nor made: set AUTH_SECRET[^\n]*$/,
    );
  });

  it('is AUTH_SECRET where that is set', async () => {
    const authSecret = 'x'.repeat(32);
    expect(await readAuthSecret({ authSecret, dataFolder })).toBe(authSecret);
  });
});
