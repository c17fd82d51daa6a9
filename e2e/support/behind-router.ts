import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeCertificate } from '#platform/testing/make-certificate.ts';
import { freePort } from './ports.ts';
import { logFileOf } from './results.ts';
import { until } from './until.ts';

const COTURN = join(import.meta.dirname, '..', '..', 'coturn');
export const PAGES_DOMAIN = 'calls.hibiki.test';
export const TURN_DOMAIN = 'turn.hibiki.test';
const LOG_FILE = logFileOf('router');
const SECRET = 'a secret of this test run';
const RELAY_PORTS = ['62000', '62099'] as const;

/** coturn and the router of docker-compose.turn-tls.yml, and in the place of Caddy one that ends TLS the same way. */
export interface Router {
  /** The settings of a server behind the router. */
  readonly environment: Readonly<Record<string, string>>;
  /** Begins to pass on to that server, at these addresses of this machine. It relays from the first one. */
  start(addresses: readonly [string, ...string[]], serverPort: number): Promise<void>;
  stop(): Promise<void>;
}

const isOpen = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });

export async function prepareRouter(): Promise<Router> {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-router-'));
  await mkdir(dirname(LOG_FILE), { recursive: true });
  const log = await open(LOG_FILE, 'w');
  const children: ChildProcess[] = [];
  const run = (command: string, args: readonly string[], environment: NodeJS.ProcessEnv) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', log.fd, log.fd],
    });
    children.push(child);
    return child;
  };
  const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
  const certificateOf = async (domain: string) => {
    const place = join(folder, 'certificates', 'authority', domain);
    await mkdir(place, { recursive: true });
    const [certificate, key] = [join(place, `${domain}.crt`), join(place, `${domain}.key`)];
    await makeCertificate(domain, certificate, key);
    return `${await readFile(certificate, 'utf8')}${await readFile(key, 'utf8')}`;
  };

  return {
    environment: {
      PUBLIC_URL: `https://${PAGES_DOMAIN}`,
      DEV_MAILBOX: 'false',
      TRUSTED_PROXIES: '127.0.0.1',
      TURN_URLS: `turn:${TURN_DOMAIN}:3478?transport=udp,turns:${TURN_DOMAIN}:443?transport=tcp`,
      TURN_SECRET: SECRET,
    },
    async start(addresses, serverPort) {
      const [pagesPort, turnPort, plainPort] = [await freePort(), await freePort(), await freePort()];
      const pem = join(folder, 'pages.pem');
      await writeFile(pem, await certificateOf(PAGES_DOMAIN));
      await certificateOf(TURN_DOMAIN);
      const inPlaceOfCaddy = join(folder, 'pages.cfg');
      await writeFile(
        inPlaceOfCaddy,
        `defaults
  mode http
  timeout connect 5s
  timeout client 20m
  timeout server 20m
frontend pages
  bind 127.0.0.1:${pagesPort} ssl crt ${pem} alpn http/1.1 accept-proxy
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto https
  default_backend server
backend server
  server server 127.0.0.1:${serverPort}
`,
      );
      run('haproxy', ['-db', '-f', join(COTURN, 'haproxy.cfg'), '-f', inPlaceOfCaddy], {
        TURN_DOMAIN,
        ROUTER_BIND: addresses.map((address) => `${address}:443`).join(','),
        PAGES: `127.0.0.1:${pagesPort}`,
        TURN: `127.0.0.1:${turnPort}`,
      });
      const own = Object.values(networkInterfaces()).flatMap((all = []) =>
        all.filter(({ family }) => family === 'IPv4').map((one) => one.address),
      );
      run(
        'sh',
        [
          join(COTURN, 'with-certificate.sh'),
          ...['-c', join(COTURN, 'turnserver.conf'), `--static-auth-secret=${SECRET}`],
          ...[
            '--listening-ip=127.0.0.1',
            `--listening-port=${plainPort}`,
            `--tls-listening-port=${turnPort}`,
          ],
          ...[`--relay-ip=${addresses[0]}`, `--min-port=${RELAY_PORTS[0]}`, `--max-port=${RELAY_PORTS[1]}`],
          // The media node of the test, and browsers of this machine.
          ...['--allow-loopback-peers', ...own.map((peer) => `--allowed-peer-ip=${peer}`)],
          ...['--pidfile', ''],
        ],
        { TURN_DOMAIN, CERTIFICATES: join(folder, 'certificates'), CERTIFICATE_CHECK_SECONDS: '60' },
      );
      const listening = [
        ...addresses.map((address) => [address, 443] as const),
        ['127.0.0.1', turnPort] as const,
      ];
      for (const [host, port] of listening) {
        await until(`port ${port} is open`, () => {
          if (children.some(hasExited)) throw new Error(`Router or coturn ended early; see ${LOG_FILE}`);
          return isOpen(host, port);
        });
      }
    },
    async stop() {
      for (const child of children) child.kill('SIGTERM');
      await until('router and coturn have ended', () => children.every(hasExited));
      await log.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
