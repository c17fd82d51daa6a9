import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TestBroker {
  readonly url: string;
  readonly port: number;
  /** Where other brokers of a cluster reach it; null where it was started without `cluster`. */
  readonly routeUrl: string | null;
  /** As a crash. */
  stop(): Promise<void>;
}

export interface TestBrokerOptions {
  /** A free one by default. */
  readonly port?: number;
  /** Member of a cluster, with those whose route URLs are given. */
  readonly cluster?: readonly string[];
  readonly args?: readonly string[];
}

/** A real broker on this machine. */
export async function startTestBroker({
  port,
  cluster,
  args = [],
}: TestBrokerOptions = {}): Promise<TestBroker> {
  const clusterArgs = cluster
    ? ['--cluster_name', 'test', '--cluster', 'nats://127.0.0.1:-1', '--routes', cluster.join(',')]
    : [];
  // -1: a port of the broker's choice, which it says on standard error.
  const broker = spawn(
    'nats-server',
    ['--addr', '127.0.0.1', '--port', String(port ?? -1), ...clusterArgs, ...args],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said = await saidOnceListening(broker, cluster ? ['client', 'route'] : ['client']);
  const portAfter = (what: string) =>
    new RegExp(`Listening for ${what} connections on \\S+:(\\d+)`).exec(said)?.[1];
  const clientPort = Number(portAfter('client'));
  const routePort = portAfter('route');
  return {
    url: `nats://127.0.0.1:${clientPort}`,
    port: clientPort,
    routeUrl: routePort === undefined ? null : `nats://127.0.0.1:${routePort}`,
    async stop() {
      if (broker.exitCode !== null || broker.signalCode !== null) return;
      const exited = once(broker, 'exit');
      broker.kill('SIGKILL');
      await exited;
    },
  };
}

function saidOnceListening(broker: ChildProcess, ends: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    broker.once('error', reject);
    broker.once('exit', () => reject(new Error(`nats-server ended: ${said}`)));
    broker.stderr?.on('data', (text) => {
      said += String(text);
      const listens = ends.every((end) => said.includes(`Listening for ${end} connections`));
      if (listens && said.includes('Server is ready')) resolve(said);
    });
  });
}

export interface TestPartition {
  /** Leads to the broker as long as the partition is not there. */
  readonly url: string;
  /** From now on nothing gets through, and no connection breaks. */
  begin(): void;
  end(): void;
  close(): Promise<void>;
}

/** A connection to the broker that can be cut without either side noticing. */
export async function startTestPartition(broker: Pick<TestBroker, 'port'>): Promise<TestPartition> {
  const sockets = new Set<Socket>();
  let cut = false;
  const server = createServer((near) => {
    const far = connect(broker.port, '127.0.0.1');
    const ends = [near, far];
    for (const end of ends) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        sockets.delete(end);
        for (const one of ends) one.destroy();
      });
    }
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => near.write(chunk));
    if (cut) for (const end of ends) end.pause();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `nats://127.0.0.1:${address.port}`,
    begin() {
      cut = true;
      for (const socket of sockets) socket.pause();
    },
    end() {
      cut = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
