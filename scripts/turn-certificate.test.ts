import { type ChildProcess, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCertificate } from '#platform/testing/make-certificate.ts';
import { SLOW } from '#platform/testing/slow.ts';
import { ROOT } from './paths.ts';

const TURN_DOMAIN = 'turn.example.test';

let folder: string;
let tlsPort: number;
let child: ChildProcess;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return address.port;
}

async function startCoturn(checkSeconds: number): Promise<void> {
  tlsPort = await freePort();
  child = spawn(
    'sh',
    [
      join(ROOT, 'coturn/with-certificate.sh'),
      ...['-c', join(ROOT, 'coturn/turnserver.conf'), '--static-auth-secret=secret'],
      ...['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${await freePort()}`],
      ...[`--tls-listening-port=${tlsPort}`, '--pidfile', ''],
    ],
    {
      env: {
        ...process.env,
        TURN_DOMAIN,
        CERTIFICATES: folder,
        CERTIFICATE_CHECK_SECONDS: String(checkSeconds),
      },
      stdio: 'ignore',
    },
  );
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificates-'));
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true });
});

/** As Caddy stores one. Returns its fingerprint. */
async function obtain(): Promise<string> {
  const place = join(folder, 'acme-v02.example.test-directory', TURN_DOMAIN);
  await mkdir(place, { recursive: true });
  const certificate = join(place, `${TURN_DOMAIN}.crt`);
  await makeCertificate(TURN_DOMAIN, certificate, join(place, `${TURN_DOMAIN}.key`));
  return new X509Certificate(await readFile(certificate)).fingerprint256;
}

/** The process id of coturn, which the script has started. */
async function coturnPid(): Promise<number> {
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    if ((await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'turnserver') return Number(pid);
  }
  throw new Error('coturn does not run');
}

/** The fingerprint of the certificate that coturn serves; undefined if it serves no TLS. */
const shown = (): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({
      port: tlsPort,
      host: '127.0.0.1',
      servername: TURN_DOMAIN,
      rejectUnauthorized: false,
    });
    socket.once('secureConnect', () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256);
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
  });

test('coturn serves TLS once there is a certificate, and with the next one when that is renewed', async () => {
  await startCoturn(1);
  expect(await shown()).toBeUndefined();
  const first = await obtain();
  await vi.waitFor(async () => expect(await shown()).toBe(first), SLOW);
  const { pid } = child;
  const renewed = await obtain();
  await vi.waitFor(async () => expect(await shown()).toBe(renewed), SLOW);
  expect([child.pid, child.exitCode]).toEqual([pid, null]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await shown()).toBeUndefined();
});

test('it ends when coturn dies, long before the next look at the certificate', async () => {
  const certificate = await obtain();
  await startCoturn(3600);
  await vi.waitFor(async () => expect(await shown()).toBe(certificate), SLOW);
  process.kill(await coturnPid(), 'SIGKILL');
  await once(child, 'exit');
  expect(child.exitCode).toBe(128 + constants.signals.SIGKILL);
});
