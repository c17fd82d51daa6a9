import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildClientIfStale } from './client-build.ts';
import { choosePort } from './host-check.ts';
import { obtainMediaWorker } from './media-worker.ts';

const START = join(import.meta.dirname, 'start.ts');
/** Migrations, seed and a media node, on a machine that runs other tests meanwhile. */
const LIMIT_MS = 60_000;
const POLL_MS = 100;

let dataFolder: string;
let port: number;
let started: Started[];

beforeAll(async () => {
  // Where nothing is built yet, this takes its time; the tests below do not.
  await buildClientIfStale();
  await obtainMediaWorker();
  dataFolder = await mkdtemp(join(tmpdir(), 'hibiki-start-test-'));
}, 900_000);

afterAll(async () => {
  await rm(dataFolder, { recursive: true, force: true });
});

beforeEach(async () => {
  port = await choosePort('127.0.0.1', 0);
  started = [];
});

afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGTERM');
    await ended;
  }
});

interface Started {
  readonly child: ChildProcess;
  /** Standard output and error so far. */
  output(): string;
  /** Exit code. */
  readonly ended: Promise<number | null>;
}

function spawnStart(command: readonly [string, ...string[]], environment: NodeJS.ProcessEnv = {}): Started {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataFolder, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const one = { child, output: () => output, ended: once(child, 'exit').then(([code]) => code) };
  started.push(one);
  return one;
}

const start = (environment?: NodeJS.ProcessEnv) => spawnStart([process.execPath, START], environment);

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) {
      throw new Error(`Waited in vain: ${what}\n${started.map(({ output }) => output()).join('\n---\n')}`);
    }
    await sleep(POLL_MS);
  }
}

const runs = (one: Started) =>
  until('it runs', () => {
    if (one.child.exitCode !== null) throw new Error(`It ended:\n${one.output()}`);
    return /Stop +Ctrl-C/.test(one.output());
  });

const isServed = (path = '/readyz') =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Processes that work in the data folder (PostgreSQL) or were told of it (server, media node, workers). */
async function processesOfData(): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (cwd.startsWith(dataFolder) || environment.split('\0').includes(`DATA_DIR=${dataFolder}`)) {
      found.push(Number(pid));
    }
  }
  return found;
}

test('prints one block with all there is to know, and on SIGTERM ends the server before the database', async () => {
  const one = start();
  await runs(one);
  expect(await isServed()).toBe(true);
  expect(await isServed('/')).toBe(true);

  const { accounts } = JSON.parse(await readFile(join(dataFolder, 'demo-accounts.json'), 'utf8'));
  expect((await stat(join(dataFolder, 'demo-accounts.json'))).mode & 0o777).toBe(0o600);
  expect(one.output()).toContain(`Open            http://localhost:${port}`);
  expect(one.output()).toContain(`Outgoing mail   http://localhost:${port}/dev/mailbox`);
  for (const { mail, password } of accounts) {
    expect(one.output()).toMatch(new RegExp(`${mail} +${password}`));
  }

  one.child.kill('SIGTERM');
  expect(await one.ended).toBe(0);
  expect(one.output()).toMatch(/SIGTERM: stopping[\s\S]*"msg":"Closed"[\s\S]*\nStopped\.\n$/);
  expect(await readFile(join(dataFolder, 'postgres/postgres.log'), 'utf8')).toContain(
    'database system is shut down',
  );
  expect(await processesOfData()).toEqual([]);
}, 120_000);

test('in a terminal writes its log into a file, and Ctrl-C ends it in order', async () => {
  // `script` gives it a terminal, whose Ctrl-C reaches the whole foreground process group.
  const one = spawnStart(['script', '-qefc', `exec ${process.execPath} ${START}`, '/dev/null']);
  await runs(one);
  expect(one.output()).not.toContain('"msg"');
  one.child.stdin?.write('\x03');
  expect(await one.ended).toBe(0);
  expect(one.output()).toMatch(/Ctrl-C: stopping[\s\S]*Stopped\./);
  expect(await readFile(join(dataFolder, 'hibiki.log'), 'utf8')).toMatch(/"msg":"Closed"[^\n]*\n$/);
  expect(await processesOfData()).toEqual([]);
}, 120_000);

test('killed with -9 takes its server with it, and the next start recovers by itself', async () => {
  const killed = start();
  await runs(killed);
  const { accounts } = JSON.parse(await readFile(join(dataFolder, 'demo-accounts.json'), 'utf8'));
  killed.child.kill('SIGKILL');
  await killed.ended;
  // At once, on the same port: the old server may still be closing, and its database is left over.
  const next = start();
  await runs(next);
  expect(next.output()).toContain('Stopped a PostgreSQL that an earlier start had left.');
  expect(next.output()).toContain(accounts[0].password);
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(await processesOfData()).toEqual([]);
}, 180_000);

test('says that it runs already with this data folder', async () => {
  const first = start();
  await runs(first);
  const second = start({ PORT: '0' });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Hibiki is already running with the data folder ${dataFolder}.`);
  expect(await isServed()).toBe(true);
}, 120_000);

test('names what is wrong in the configuration before anything is started', async () => {
  const one = start({ LOG_LEVEL: 'loud', PROT: '80' });
  expect(await one.ended).toBe(1);
  expect(one.output()).toMatch(/LOG_LEVEL must be one of .*\n.*PROT is unknown; is PORT meant\?/);
  expect(one.output()).not.toContain('    at ');
}, 30_000);
