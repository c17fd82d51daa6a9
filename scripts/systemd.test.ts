import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverEnvironment } from '#server/config.ts';
import { mediaNodeEnvironment } from '#sfu/config.ts';
import { ROOT, SET_UP_WORKER } from './paths.ts';

const run = promisify(execFile);
const UNITS = join(ROOT, 'docs/systemd');
const NAMES = ['hibiki-media-node.service', 'hibiki-server.service', 'hibiki.service'];

const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;
if (!hasSystemd) console.warn('Not tested: units of systemd (Debian: apt-get install systemd)');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'units-'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = (name: string) => readFile(join(UNITS, name), 'utf8');

/** What systemd finds wrong with a unit whose programs lie where this test has them. */
async function findings(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(
    file,
    text
      .replaceAll('/opt/hibiki/node_modules/.bin/node', process.execPath)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/opt/hibiki', ROOT),
  );
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file]).catch((error) => error);
  // Other units of this machine are none of our business.
  return String(stderr)
    .split('\n')
    .filter((line) => line.includes(name))
    .join('\n');
}

describe('the units of systemd', () => {
  test('are those of a server, of a media node, and of everything on one machine', async () => {
    expect((await readdir(UNITS)).sort()).toEqual(NAMES);
  });

  test.skipIf(!hasSystemd).each(NAMES)('%s is one that systemd takes', async (name) => {
    const text = await read(name);
    expect(await findings(name, text)).toBe('');
    expect(await findings(name, text.replace('KillMode=mixed', 'KillMode=some'))).toContain('kill mode');
  });

  test.each(['hibiki-media-node.service', 'hibiki-server.service'])(
    '%s names the media worker that `npm run setup` provides',
    async (name) => {
      const worker = relative(ROOT, SET_UP_WORKER);
      expect((await read(name)).split('\n')).toContain(
        `Environment=MEDIASOUP_WORKER_BIN=/opt/hibiki/${worker}`,
      );
    },
  );

  test.each(NAMES)('%s starts a program that is there, with variables that it knows', async (name) => {
    const text = await read(name);
    const [, program = ''] = /^ExecStart=\S+ (\S+)/m.exec(text) ?? [];
    await expect(readFile(join(ROOT, program), 'utf8')).resolves.not.toBe('');
    const variables = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) =>
      [...list.matchAll(/(\w+)=/g)].map(([, variable = '']) => variable),
    );
    const known = [serverEnvironment, mediaNodeEnvironment].flatMap(({ variables: all }) =>
      Object.values(all).map((variable) => variable.name),
    );
    expect([...known, 'XDG_CACHE_HOME', 'HOME']).toEqual(expect.arrayContaining(variables));
  });
});
