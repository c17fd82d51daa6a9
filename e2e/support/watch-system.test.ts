import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchSystem } from './watch-system.ts';

const startProcess = async (): Promise<{ readonly child: ChildProcess; readonly pid: number }> => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  await once(child, 'spawn');
  return { child, pid: child.pid ?? 0 };
};

const kill = async (child: ChildProcess): Promise<void> => {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
};

describe('the watch over the system that browser tests share', () => {
  let folder: string;
  let starter: Awaited<ReturnType<typeof startProcess>>;
  let server: Awaited<ReturnType<typeof startProcess>>;
  let node: Awaited<ReturnType<typeof startProcess>>;
  let end: AbortController;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hibiki-watch-system-'));
    await writeFile(join(folder, 'shared.log'), 'the first line\nthe last line\n');
    [starter, server, node] = await Promise.all([startProcess(), startProcess(), startProcess()]);
    end = new AbortController();
  });
  afterEach(async () => {
    end.abort();
    for (const { child } of [starter, server, node]) child.kill();
    await rm(folder, { recursive: true, force: true });
  });

  /** The product starts another one in its place. */
  const nowOf = ({ child, pid }: Awaited<ReturnType<typeof startProcess>>) => [
    child.signalCode === null ? pid : pid + 1,
  ];
  const watch = () =>
    watchSystem(
      {
        pid: starter.pid,
        logFile: join(folder, 'shared.log'),
        servers: async () => nowOf(server),
        mediaNodes: async () => nowOf(node),
      },
      end.signal,
    );

  test('reports the end of all, with the end of its log', async () => {
    const watched = watch();
    await kill(starter.child);
    expect(await watched).toMatch(/The npm start .* has ended[\s\S]*the last line/);
  });

  test('reports the end of its server, also when another has taken its place', async () => {
    const watched = watch();
    await kill(server.child);
    expect(await watched).toMatch(/The server .* has ended[\s\S]*the last line/);
  });

  test('reports the end of its media node, also when another has taken its place', async () => {
    const watched = watch();
    await kill(node.child);
    expect(await watched).toMatch(/The media node .* has ended[\s\S]*the last line/);
  });

  test('reports nothing when the tests end', async () => {
    const watched = watch();
    end.abort();
    expect(await watched).toBeUndefined();
  });
});
