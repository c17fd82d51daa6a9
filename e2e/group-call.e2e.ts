import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { joinGroup } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

/** Restart of the node with back-off, a rejoin, and enough frames, on a machine that does other things too. */
const RECOVERY_LIMIT_MS = 60_000;
const NAMES = ['alice', 'bob', 'carol'] as const;

describe('a group call of three', () => {
  const people = setUpPeople(() => ({ name: 'group-call' }));

  const member = async (name: string, url?: string): Promise<Page> => {
    const page = await people.person(name, url);
    await joinGroup(page);
    return page;
  };

  const everyone = async (): Promise<readonly Page[]> => {
    for (const name of NAMES) await member(name);
    return people.pages;
  };

  const everyoneSeesTwo = (limitMs?: number) =>
    Promise.all(people.pages.map((page) => framesFlow(page, 2, limitMs)));

  test('lets everyone see and hear everyone else, those who came late too (G5)', async () => {
    await everyone();
    await everyoneSeesTwo();
    await Promise.all(people.pages.map(soundFlows));
  });

  test('loses a member who closes the tab, and goes on for the others', async () => {
    const [alice, bob, carol] = await everyone();
    await everyoneSeesTwo();
    await carol?.close();
    for (const page of [alice, bob]) {
      if (!page) throw new Error('Three people were expected');
      await page.locator('video[data-kind="remote"]').nth(1).waitFor({ state: 'detached' });
      await framesFlow(page, 1);
    }
  });

  test('comes back by itself when the media node is killed (G9)', async () => {
    await everyone();
    await everyoneSeesTwo();
    const [node] = await people.system.mediaNodes();
    if (node === undefined) throw new Error('No media node runs');
    process.kill(node, 'SIGKILL');
    await until('another media node runs', async () => {
      const running = await people.system.mediaNodes();
      return running.length > 0 && !running.includes(node);
    });
    await everyoneSeesTwo(RECOVERY_LIMIT_MS);
  });

  test('comes back by itself when its worker is killed (G9)', async () => {
    await everyone();
    await everyoneSeesTwo();
    for (const worker of await people.system.mediaWorkers()) process.kill(worker, 'SIGKILL');
    await everyoneSeesTwo(RECOVERY_LIMIT_MS);
  });

  test('goes on while a socket is cut and resumes (S3)', async () => {
    const proxy = await startTcpProxy(people.system.port);
    try {
      const alice = await member('alice', proxy.url);
      await member('bob');
      await member('carol');
      await everyoneSeesTwo();
      proxy.cut();
      await alice
        .getByText(/reconnecting/i)
        .first()
        .waitFor();
      await everyoneSeesTwo();
      proxy.mend();
      await alice
        .getByText(/reconnecting/i)
        .first()
        .waitFor({ state: 'detached' });
      await everyoneSeesTwo();
    } finally {
      await proxy.close();
    }
  });
});
