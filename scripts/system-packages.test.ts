import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureSystemPackages } from './system-packages.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-packages-test-'));
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** A stand-in for one of the system's programs that notes its arguments. */
async function standIn(name: string, script: string): Promise<() => Promise<string[]>> {
  const notes = join(folder, `${name}.notes`);
  await writeFile(join(folder, name), `#!/bin/sh\necho "$*" >> ${notes}\n${script}\n`);
  await chmod(join(folder, name), 0o755);
  return async () =>
    (await readFile(notes, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
}

/** As dpkg-query lists an installed package with an architecture, a removed one, and one that it does not know. */
const LISTING = `cat <<'END'
ii  libuv1-dev:amd64 1.44.2-1  amd64  asynchronous event notification library
rc  meson            1.0.1-5   all    high-productivity build system
END
echo 'dpkg-query: no packages found matching coturn' >&2
exit 1`;

describe.runIf(existsSync('/usr/bin/dpkg-query'))('packages of the distribution', () => {
  test('are left alone when all are installed', async () => {
    await standIn('dpkg-query', LISTING);
    const apt = await standIn('apt-get', 'exit 1');
    await ensureSystemPackages(['libuv1-dev'], 'for a test');
    expect(await apt()).toEqual([]);
  });

  test('are installed by root, only what is missing', async () => {
    await standIn('dpkg-query', LISTING);
    const apt = await standIn('apt-get', 'exit 0');
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    await ensureSystemPackages(['libuv1-dev', 'meson', 'coturn'], 'for a test');
    expect(await apt()).toEqual([
      expect.stringMatching(/ update$/),
      expect.stringMatching(/ install -y --no-install-recommends meson coturn$/),
    ]);
  });

  test('are tried for though the index cannot be renewed', async () => {
    await standIn('dpkg-query', LISTING);
    const apt = await standIn('apt-get', 'case "$*" in *update) exit 100;; esac');
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    await ensureSystemPackages(['coturn'], 'for a test');
    expect(await apt()).toHaveLength(2);
  });

  test('are named in one command for someone who is not root', async () => {
    await standIn('dpkg-query', LISTING);
    const apt = await standIn('apt-get', 'exit 0');
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    await expect(ensureSystemPackages(['meson', 'coturn'], 'for a test')).rejects.toThrow(
      'sudo apt-get update && sudo apt-get install --no-install-recommends meson coturn',
    );
    expect(await apt()).toEqual([]);
  });

  test('that do not install make a clear sentence, with what apt said', async () => {
    await standIn('dpkg-query', LISTING);
    await standIn('apt-get', 'echo "E: Unable to locate package coturn"; exit 100');
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    await expect(ensureSystemPackages(['coturn'], 'for a test')).rejects.toThrow(
      /The system packages could not be installed: apt-get ended with 100\.\nE: Unable to locate/,
    );
  });
});
