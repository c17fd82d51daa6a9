import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryCommand } from './run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-one-argument-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe.each([
  ['backup', 'backup', 'FOLDER'],
  ['restore', 'restore', 'FOLDER'],
  ['admin', 'make-admin', 'MAIL'],
  ['statistics', 'statistics', 'check|rebuild'],
])('npm run %s', (command, file, argument) => {
  /** In a folder of its own, where nothing may be written. */
  const run = async (...args: string[]) => {
    const environment = { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '' };
    const program = join(import.meta.dirname, `${file}.ts`);
    const result = await tryCommand(process.execPath, [program, ...args], { cwd: folder, environment });
    expect(await readdir(folder)).toEqual([]);
    return result;
  };

  it.each(['--help', '-h'])('says how it is used with %s', async (help) => {
    expect(await run(help)).toEqual({
      code: 0,
      output: expect.stringContaining(`Usage: npm run ${command} -- ${argument}`),
    });
  });

  it('refuses options', async () => {
    const { code, output } = await run('--force');
    expect([code, output]).toEqual([
      2,
      expect.stringContaining('There is no option --force.\nUsage: npm run'),
    ]);
    expect((await run('folder', '-f')).output).toContain('There is no option -f.');
  });
});
