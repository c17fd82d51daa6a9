import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { joinGroup } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

const NAMES = ['alice', 'bob', 'carol'] as const;

describe('a group call of three', () => {
  // Longer than the socket is cut here, however slow the machine is.
  const people = setUpSystem(() => ({ name: 'group-call', environment: { SESSION_GRACE_SECONDS: '300' } }));

  const member = async (name: string, url?: string): Promise<Page> => {
    const page = await people.person(name, url);
    await joinGroup(page);
    return page;
  };

  const everyoneSeesTwo = () => Promise.all(people.pages.map((page) => framesFlow(page, 2)));

  test('is seen and heard by everyone, and goes on without a socket', async () => {
    const proxy = await startTcpProxy(people.system.port);
    try {
      const alice = await member('alice', proxy.url);
      // Those who come late see and hear those who are there (G5).
      await Promise.all([member('bob'), member('carol')]);
      await everyoneSeesTwo();
      await Promise.all(people.pages.map(soundFlows));

      const reconnecting = alice.getByText(/reconnecting/i).first();
      proxy.cut();
      await reconnecting.waitFor();
      await everyoneSeesTwo();
      proxy.mend();
      // S3
      await reconnecting.waitFor({ state: 'detached' });
      await everyoneSeesTwo();
    } finally {
      await proxy.close();
    }
  });

  test('comes back by itself when its worker is killed, and when the media node is (G9)', async () => {
    await Promise.all(NAMES.map((name) => member(name)));
    await everyoneSeesTwo();
    for (const worker of await people.system.mediaWorkers()) process.kill(worker, 'SIGKILL');
    await everyoneSeesTwo();

    const [node] = await people.system.mediaNodes();
    if (node === undefined) throw new Error('No media node runs');
    process.kill(node, 'SIGKILL');
    await until('another media node runs', async () => {
      const running = await people.system.mediaNodes();
      return running.length > 0 && !running.includes(node);
    });
    await everyoneSeesTwo();
  });
});
