import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { until } from './until.ts';

export interface TurnServer {
  readonly url: string;
  readonly port: number;
  readonly secret: string;
  stop(): Promise<void>;
}

/** coturn binds with SO_REUSEADDR: two of them with the same ports on one address would take each other's media. */
const FIRST_RELAY_PORT = 61_000;
const RELAY_PORTS = 100;

/** A STUN binding request (RFC 8489, 5): type 0x0001, no attributes, the magic cookie, any transaction id. */
const bindingRequest = (): Buffer => {
  const message = Buffer.alloc(20);
  message.writeUInt16BE(0x0001, 0);
  message.writeUInt32BE(0x2112a442, 4);
  return message;
};

const answersStun = (address: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    const done = (answered: boolean) => {
      clearTimeout(timer);
      socket.close();
      resolve(answered);
    };
    const timer = setTimeout(() => done(false), 500);
    socket.once('message', () => done(true));
    socket.once('error', () => done(false));
    socket.send(bindingRequest(), port, address);
  });

/** Debian's coturn with the project's own configuration; the peers that are allowed are for tests on one machine only. */
export const startTurnServer = async (address = '127.0.0.1'): Promise<TurnServer> => {
  const port = await freePort();
  const secret = 'a secret of this test run';
  const relayPorts = FIRST_RELAY_PORT + RELAY_PORTS * Number(process.env.VITEST_POOL_ID ?? 0);
  const child = spawn(
    'turnserver',
    [
      '-c',
      join(import.meta.dirname, '..', '..', 'coturn', 'turnserver.conf'),
      '--static-auth-secret',
      secret,
      '--listening-ip',
      address,
      '--relay-ip',
      address,
      '--listening-port',
      String(port),
      '--min-port',
      String(relayPorts),
      '--max-port',
      String(relayPorts + RELAY_PORTS - 1),
      '--allow-loopback-peers',
      `--allowed-peer-ip=${address}`,
      '--pidfile',
      '',
      '--log-file',
      'stdout',
    ],
    { stdio: 'ignore' },
  );
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  await until('coturn answers', () => {
    if (hasExited()) throw new Error('coturn ended early');
    return answersStun(address, port);
  });
  return {
    url: `turn:${address}:${port}?transport=udp`,
    port,
    secret,
    stop: async () => {
      child.kill('SIGTERM');
      await until('coturn has stopped', hasExited);
    },
  };
};
