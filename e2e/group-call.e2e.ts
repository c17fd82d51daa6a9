import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { launchBrowser, openPage, signIn } from './support/browser.ts';
import { joinGroup } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { type System, startSystem } from './support/system.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

/** Restart of the node with back-off, a rejoin, and enough frames, on a machine that does other things too. */
const RECOVERY_LIMIT_MS = 60_000;
const NAMES = ['alice', 'bob', 'carol'] as const;

describe('a group call of three', () => {
  let system: System;
  let browser: Browser;
  let pages: Page[] = [];

  beforeAll(async () => {
    system = await startSystem({ name: 'group-call' });
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    pages = [];
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const person = async (name: string, url = system.url): Promise<Page> => {
    const page = await openPage(browser, { url });
    pages.push(page);
    await signIn(page, system.account(name));
    await joinGroup(page);
    return page;
  };

  const everyone = async (): Promise<Page[]> => {
    for (const name of NAMES) await person(name);
    return pages;
  };

  const everyoneSeesTwo = (limitMs?: number) =>
    Promise.all(pages.map((page) => framesFlow(page, 2, limitMs)));

  test('lets everyone see and hear everyone else, those who came late too (G5)', async () => {
    await everyone();
    await everyoneSeesTwo();
    await Promise.all(pages.map(soundFlows));
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
    const [node] = await system.mediaNodes();
    if (node === undefined) throw new Error('No media node runs');
    process.kill(node, 'SIGKILL');
    await until('another media node runs', async () => {
      const running = await system.mediaNodes();
      return running.length > 0 && !running.includes(node);
    });
    await everyoneSeesTwo(RECOVERY_LIMIT_MS);
  });

  test('comes back by itself when its worker is killed (G9)', async () => {
    await everyone();
    await everyoneSeesTwo();
    for (const worker of await system.mediaWorkers()) process.kill(worker, 'SIGKILL');
    await everyoneSeesTwo(RECOVERY_LIMIT_MS);
  });

  test('goes on while a socket is cut and resumes (S3)', async () => {
    const proxy = await startTcpProxy(system.port);
    try {
      const alice = await person('alice', proxy.url);
      await person('bob');
      await person('carol');
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
