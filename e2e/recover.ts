import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { comeOnline, launchBrowser, newContext } from './support/browser.ts';
import { joinGroup, leaveCall, talk } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { missedOf, watchFromNow, watchGaps } from './support/gaps.ts';
import { startSystem } from './support/start-system.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

/**
 * `node e2e/recover.ts [rounds]`: what both sides of a call miss while a part of `npm start` is killed, or their sockets are cut, as
 * JSON; beside it, the same call while nothing happens. Run by `npm run bench -- recover`.
 */
const ROUNDS = Number(process.argv[2] ?? 20);

const system = await startSystem({ name: 'recover' });
const proxy = await startTcpProxy(system.port);
const browser = await launchBrowser({ framesPerSecond: 10 });

const isReady = async (): Promise<boolean> =>
  (await fetch(`${system.url}/readyz`).catch(() => undefined))?.ok === true;
const postmasters = async (): Promise<number[]> => {
  const file = join(system.dataFolder, 'postgres/cluster/postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  return pid > 0 ? [pid] : [];
};

/** Resolves when another process of this kind has taken its place. */
const kill = async (processes: () => Promise<number[]>): Promise<void> => {
  const [killed] = await processes();
  if (killed === undefined) throw new Error('There is nothing to kill');
  process.kill(killed, 'SIGKILL');
  await until('another one runs', async () => {
    const [running] = await processes();
    return running !== undefined && running !== killed;
  });
};

const incidents = {
  nothing: async () => {},
  socket: async () => {
    proxy.cut();
    proxy.mend();
  },
  server: () => kill(system.servers),
  PostgreSQL: () => kill(postmasters),
  'media worker': () => kill(system.mediaWorkers),
  'media node': () => kill(system.mediaNodes),
};
type Incident = keyof typeof incidents;
const calls = {
  'group call': ['nothing', 'socket', 'server', 'PostgreSQL', 'media worker', 'media node'],
  '1-to-1 call': ['nothing', 'socket', 'server', 'PostgreSQL'],
} as const satisfies Readonly<Record<string, readonly Incident[]>>;

interface Round {
  readonly call: string;
  readonly incident: Incident;
  readonly pictureMs: number;
  readonly soundMs: number;
}
const rounds: Round[] = [];

const enter = async (name: string): Promise<Page> => {
  const page = await (await newContext(browser, { url: proxy.url })).newPage();
  await watchGaps(page);
  await comeOnline(page, system.account(name));
  return page;
};
const flow = (pages: readonly Page[]) =>
  Promise.all(pages.map((page) => Promise.all([framesFlow(page, 1), soundFlows(page)])));
const areConnected = (pages: readonly Page[]) =>
  until('all are connected', async () => {
    const reconnecting = await Promise.all(pages.map((page) => page.getByTestId('reconnecting').count()));
    return (await isReady()) && reconnecting.every((count) => count === 0);
  });

const measure = async (call: keyof typeof calls, incident: Incident, pages: readonly Page[]) => {
  await areConnected(pages);
  await Promise.all(pages.map(watchFromNow));
  await incidents[incident]();
  await areConnected(pages);
  await flow(pages);
  for (const { pictureMs, soundMs } of await Promise.all(pages.map(missedOf)))
    rounds.push({ call, incident, pictureMs, soundMs });
};

/** Rows of the history, of all calls of alice's and bob's. */
const historyRows = async (): Promise<number> => {
  const lists = await Promise.all(['alice', 'bob'].map((name) => system.read(name, '/connections')));
  return (lists as { readonly 'hydra:totalItems': number }[])
    .map((list) => list['hydra:totalItems'])
    .reduce((one, other) => one + other);
};

try {
  const before = await historyRows();
  for (const [call, of] of Object.entries(calls) as [keyof typeof calls, readonly Incident[]][]) {
    const pages = [await enter('alice'), await enter('bob')] as const;
    if (call === '1-to-1 call') await talk(...pages, 'Bob');
    else for (const page of pages) await joinGroup(page);
    await flow(pages);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const incident of of) await measure(call, incident, pages);
      process.stderr.write(`${call}: round ${round} of ${ROUNDS}\n`);
    }
    for (const page of pages) await leaveCall(page);
    await Promise.all(pages.map((page) => page.context().close()));
  }
  // One row for each side of each call.
  await until('the history is whole', async () => (await historyRows()) - before === 4);
  process.stdout.write(`${JSON.stringify(rounds)}\n`);
} finally {
  await browser.close();
  await proxy.close();
  await system.stop();
}
process.exit(0);
