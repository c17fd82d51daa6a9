import { once } from 'node:events';
import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildClientIfStale } from './client-build.ts';
import { obtainMediaWorker } from './media-worker.ts';
import { Playground } from './testing/playground.ts';

const START = join(import.meta.dirname, 'start.ts');

let ground: Playground;

beforeAll(async () => {
  // Where nothing is built yet, this takes its time; the tests below do not.
  await buildClientIfStale();
  await obtainMediaWorker();
  ground = await Playground.make();
}, 900_000);

afterEach(() => ground.stopAll());
afterAll(() => ground.remove());

const start = (environment?: NodeJS.ProcessEnv) => ground.run([process.execPath, START], environment);
const inData = (file: string) => join(ground.dataFolder, file);

test('prints one block with all there is to know, and on SIGTERM ends the server before the database', async () => {
  const one = start();
  await ground.runs(one);
  expect(await ground.get('/readyz')).toBeDefined();
  expect(await ground.get('/')).toContain('<title>');

  const { accounts } = JSON.parse(await readFile(inData('demo-accounts.json'), 'utf8'));
  expect((await stat(inData('demo-accounts.json'))).mode & 0o777).toBe(0o600);
  expect(one.output()).toContain(`Open            http://localhost:${ground.port}`);
  expect(one.output()).toContain(`Outgoing mail   http://localhost:${ground.port}/dev/mailbox`);
  for (const { mail, password } of accounts) {
    expect(one.output()).toMatch(new RegExp(`${mail} +${password}`));
  }

  one.child.kill('SIGTERM');
  expect(await one.ended).toBe(0);
  expect(one.output()).toMatch(/SIGTERM: stopping[\s\S]*"msg":"Closed"[\s\S]*\nStopped\.\n$/);
  expect(await readFile(inData('postgres/postgres.log'), 'utf8')).toContain('database system is shut down');
  expect(await ground.processes()).toEqual([]);
});

test('in a terminal writes its log into a file, and Ctrl-C ends it in order', async () => {
  // `script` gives it a terminal, whose Ctrl-C reaches the whole foreground process group.
  const one = ground.run(['script', '-qefc', `exec ${process.execPath} ${START}`, '/dev/null']);
  await ground.runs(one);
  expect(one.output()).not.toContain('"msg"');
  one.child.stdin?.write('\x03');
  expect(await one.ended).toBe(0);
  expect(one.output()).toMatch(/Ctrl-C: stopping[\s\S]*Stopped\./);
  expect(await readFile(inData('hibiki.log'), 'utf8')).toMatch(/"msg":"Closed"[^\n]*\n/);
  expect(await ground.processes()).toEqual([]);
});

test('killed with -9 takes its server with it, and the next start recovers by itself', async () => {
  const killed = start();
  await ground.runs(killed);
  const { accounts } = JSON.parse(await readFile(inData('demo-accounts.json'), 'utf8'));
  killed.child.kill('SIGKILL');
  await killed.ended;
  // At once, on the same port: the old server may still be closing, and its database is left over.
  const next = start();
  await ground.runs(next);
  expect(next.output()).toContain('Stopped a PostgreSQL that an earlier start had left.');
  expect(next.output()).toContain(accounts[0].password);
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(await ground.processes()).toEqual([]);
}, 400_000);

/** Process ids of the programs whose command line matches, in the data folder or told of it. */
const pidsOf = async (pattern: RegExp): Promise<readonly number[]> => {
  const pids = await ground.processes();
  const commands = await Promise.all(
    pids.map(async (pid) => ({
      pid,
      command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    })),
  );
  return commands.filter(({ command }) => pattern.test(command)).map(({ pid }) => pid);
};

/** Those that are at work: another one stands by, which has no workers. */
const mediaNodes = async () => {
  const workers = await pidsOf(/mediasoup-worker/);
  const parents = await Promise.all(
    workers.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
    }),
  );
  return [...new Set(parents.filter((pid) => pid > 0))];
};

test('restarts whatever dies, and the media node outlives the server and the database', async () => {
  const one = start();
  await ground.runs(one);
  const isReady = async () => (await ground.get('/readyz')) !== undefined;
  const servers = () => pidsOf(/server\/src\/main\.ts/);
  const [node] = await mediaNodes();

  const [server] = await servers();
  if (server === undefined || node === undefined) throw new Error('The server or the media node is missing');
  process.kill(server, 'SIGKILL');
  await ground.until('another server is ready', async () => {
    const now = await servers();
    return now.length === 1 && !now.includes(server) && (await isReady());
  });
  expect(one.output()).toMatch(
    /"how":"SIGKILL","pauseMs":200,"msg":"server ended by itself and is restarted"/,
  );

  const postmaster = async () =>
    Number(
      (await readFile(inData('postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
    );
  const before = await postmaster();
  process.kill(before, 'SIGKILL');
  await ground.until(
    'another PostgreSQL serves',
    async () => (await postmaster()) !== before && (await isReady()),
  );
  expect(one.output()).toMatch(/"msg":"database ended by itself and is restarted"/);

  expect(await mediaNodes()).toEqual([node]);
  process.kill(node, 'SIGKILL');
  await ground.until('another media node is ready', async () => {
    const now = await mediaNodes();
    return now.length === 1 && !now.includes(node) && (await isReady());
  });

  one.child.kill('SIGTERM');
  expect(await one.ended).toBe(0);
  expect(await ground.processes()).toEqual([]);
}, 400_000);

test('says at once that nothing can be written to its data folder', async () => {
  // Not even root makes a folder there.
  const one = start({ DATA_DIR: '/sys/hibiki' });
  expect(await one.ended).toBe(1);
  expect(one.output()).toMatch(
    /^Nothing can be written to the data folder \/sys\/hibiki\. Give it to the user/m,
  );
  expect(one.output()).not.toContain('    at ');
});

test.each(['/proc/foo', '/proc/x/y'])('says that no folder can be made at %s', async (folder) => {
  const one = start({ DATA_DIR: folder });
  expect(await one.ended).toBe(1);
  expect(one.output()).toMatch(
    /^\nDATA_DIR cannot be used: \/proc\/\w+ cannot be written: [^\n]+ Name another folder in it\.\n$/,
  );
});

test('says that its data folder is a file, or a link to nowhere', async () => {
  const file = inData('file');
  await writeFile(file, '');
  const link = inData('link');
  await symlink(inData('nowhere'), link);
  for (const path of [file, link]) {
    const one = start({ DATA_DIR: path });
    expect(await one.ended).toBe(1);
    expect(one.output()).toBe(
      `\nDATA_DIR cannot be used: ${path} cannot be written: it is a file, or a link to a folder that does not exist. Name another folder in it.\n`,
    );
  }
});

test('says in one line that the media node could not run with its settings', async () => {
  const one = start({ SFU_LISTEN_IP: '0.0.0.0' });
  expect(await one.ended).toBe(1);
  expect(one.output()).toBe('\nSFU_ANNOUNCED_ADDRESS must be set: no browser can reach 0.0.0.0\n');
});

test('says in one line that the database of DATABASE_URL cannot be used', async () => {
  // PostgreSQL without a certificate answers this to a request for TLS.
  const withoutTls = createServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.write('N')),
  );
  await once(withoutTls.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = withoutTls.address() as AddressInfo;
    const one = start({ DATABASE_URL: `postgres://any:pass@127.0.0.1:${port}/any?sslmode=require` });
    expect(await one.ended).toBe(1);
    expect(one.output()).toMatch(/^\nThe database cannot be used: [^\n]+ Check DATABASE_URL\.\n$/);
  } finally {
    withoutTls.close();
  }
});

test('names a file of the settings that is not there before it makes a database', async () => {
  const data = inData('new');
  const one = start({ DATA_DIR: data, NATS_URL: 'nats://127.0.0.1:4222', NATS_CA_FILE: '/nonexistent.pem' });
  expect(await one.ended).toBe(1);
  expect(one.output()).toContain('NATS_CA_FILE must be a file that can be read (ENOENT)');
  await expect(stat(data)).rejects.toThrow('ENOENT');
});

test('says that it runs already with this data folder', async () => {
  const first = start();
  await ground.runs(first);
  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Hibiki is already running with the data folder ${ground.dataFolder}.`);
  expect(await ground.get('/readyz')).toBeDefined();
});

test('names what is wrong in the configuration before anything is started', async () => {
  const one = start({ LOG_LEVEL: 'loud', PROT: '80' });
  expect(await one.ended).toBe(1);
  expect(one.output()).toMatch(/LOG_LEVEL must be one of .*\n.*PROT is unknown; is PORT meant\?/);
  expect(one.output()).not.toContain('    at ');
});
