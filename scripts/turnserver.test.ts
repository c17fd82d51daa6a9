import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSelfTests } from '#server/self-tests.ts';
import { ROOT } from './paths.ts';

/** Of a media node within a private network, which the operator names. */
const ALLOWED_PEER = '10.1.2.3';
const SECRET = 'shared by server and coturn';

let port: number;
let coturn: ReturnType<typeof spawnCoturn>;

const spawnCoturn = () =>
  spawn(
    'turnserver',
    [
      ...['-c', join(ROOT, 'coturn/turnserver.conf'), `--static-auth-secret=${SECRET}`],
      ...[
        '--listening-ip=127.0.0.1',
        '--relay-ip=127.0.0.1',
        '--relay-ip=::1',
        `--listening-port=${port}`,
        '--pidfile',
        '',
      ],
      `--allowed-peer-ip=${ALLOWED_PEER}`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port: free } = socket.address();
  socket.close();
  return free;
}

beforeAll(async () => {
  port = await freeUdpPort();
  coturn = spawnCoturn();
  for await (const line of createInterface(coturn.stdout)) {
    if (/Total auth threads|SQLite DB connection|Total General servers/.test(line)) break;
  }
  coturn.stdout.resume();
});

afterAll(async () => {
  coturn.kill();
  await once(coturn, 'exit');
});

/** How a client asks for a relay of TCP connections (RFC 6062): over TCP, with REQUESTED-TRANSPORT 6. */
const TCP_RELAY = ['-t', '-T'];

/** Asks coturn, as a client with a credential of the secret, to relay to a peer; resolves with its first decisive answer. */
async function relayTo(
  peer: string,
  {
    secret = SECRET,
    user = `asks-for-${peer.replaceAll(':', '-')}`,
    options = [],
  }: { readonly secret?: string; readonly user?: string; readonly options?: readonly string[] } = {},
): Promise<string> {
  const client = spawn(
    'turnutils_uclient',
    [
      ...['-v', '-W', secret, '-u', user, '-p', String(port), '-e', peer, '-n', '1', '-c'],
      ...(isIPv6(peer) ? ['-x'] : []),
      ...options,
      '127.0.0.1',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  let output = '';
  for (const stream of [client.stdout, client.stderr]) {
    createInterface(stream).on('line', (line) => {
      output += `${line}\n`;
      // A bound channel has a number.
      if (/success: 0x[0-9a-f]+/.test(line)) resolve('relayed');
      const refused = /error 4(?:03|42|86) \(.*\)|Cannot complete Allocation/.exec(line);
      if (refused) resolve(refused[0]);
    });
  }
  client.once('close', () => resolve(`ended:\n${output}`));
  try {
    return await promise;
  } finally {
    client.kill('SIGKILL');
  }
}

test.each([
  ["a cloud's metadata service", '169.254.169.254'],
  ['a private network', '192.168.0.1'],
  ['another private network', '10.1.2.4'],
  ['the machine itself', '127.0.0.1'],
  ['a private network, written as IPv6', '::ffff:10.1.2.4'],
  ['a private network behind NAT64', '64:ff9b::a01:204'],
  ['a private network behind 6to4', '2002:a01:204::1'],
  ['a private network of IPv6', 'fd00::1'],
  ['a link of IPv6', 'fe80::1'],
])('coturn with the configuration relays nothing to %s', async (_, peer) => {
  expect(await relayTo(peer)).toBe('error 403 (Forbidden IP)');
});

test.each([
  ['the public network', '198.51.100.7'],
  ['the public network of IPv6', '2001:db8::7'],
  ['a media node in a private network that the operator has allowed', ALLOWED_PEER],
])('coturn with the configuration relays to %s', async (_, peer) => {
  expect(await relayTo(peer)).toBe('relayed');
});

test('coturn with the configuration opens no TCP connections for anyone', async () => {
  expect(await relayTo('198.51.100.7', { options: TCP_RELAY })).toMatch(/^error 442 /);
});

test('coturn with the configuration is reached over TCP', async () => {
  expect(await relayTo('198.51.100.7', { options: ['-t'] })).toBe('relayed');
});

test('coturn with the configuration refuses a credential of another secret', async () => {
  expect(await relayTo('198.51.100.7', { secret: 'guessed' })).toBe('Cannot complete Allocation');
});

/** The TURN user that a self-test from this address is given, without the time that stands before it. */
async function selfTesterFrom(address: string): Promise<string> {
  const open = createSelfTests({
    sfu: { openSelfTest: async () => null },
    settings: {
      stunUrls: [],
      turnUrls: [`turn:127.0.0.1:${port}`],
      turnSecret: SECRET,
      turnCredentialSeconds: 86_400,
      selfTest: true,
    },
  });
  const { ice } = await open({ fingerprints: [] }, address);
  return ice.iceServers[0]?.username?.replace(/^\d+:/, '') ?? '';
}

/** Asks for more and more relays as one user; resolves with how many there are when coturn refuses another one, or with all. */
async function takeRelays(user: string, atMost: number): Promise<number> {
  const client = spawn(
    'turnutils_uclient',
    [
      ...['-v', '-W', SECRET, '-u', user, '-p', String(port), '-e', '198.51.100.7', '-n', '1', '-c'],
      ...['-m', String(atMost), '127.0.0.1'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const { promise, resolve } = Promise.withResolvers<number>();
  let taken = 0;
  for (const stream of [client.stdout, client.stderr]) {
    createInterface(stream).on('line', (line) => {
      if (/clnet_allocate: rtv=0/.test(line)) taken += 1;
      if (taken === atMost || /error 486|Cannot complete Allocation/.test(line)) resolve(taken);
    });
  }
  client.once('close', () => resolve(taken));
  try {
    return await promise;
  } finally {
    client.kill('SIGKILL');
  }
}

test('self-testers of one network, however many, leave relays to everyone else', async () => {
  const [one, same, other] = await Promise.all(['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(selfTesterFrom));
  expect(await takeRelays(one ?? '', 40)).toBe(16);
  expect(await relayTo('198.51.100.7', { user: same ?? '' })).toBe('error 486 (Allocation Quota Reached)');
  expect(await relayTo('198.51.100.7', { user: other ?? '' })).toBe('relayed');
  expect(await relayTo('198.51.100.7')).toBe('relayed');
});
