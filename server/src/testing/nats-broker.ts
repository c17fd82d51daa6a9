import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface NatsBroker {
  readonly url: string;
  stop(): Promise<void>;
}

/** A real broker on a free port. */
export async function startNatsBroker(): Promise<NatsBroker> {
  // -1: a port of the broker's choice, which it says on standard error.
  const broker = spawn('nats-server', ['--addr', '127.0.0.1', '--port', '-1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await listeningPort(broker);
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      const exited = once(broker, 'exit');
      broker.kill('SIGKILL');
      await exited;
    },
  };
}

function listeningPort(broker: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    broker.once('error', reject);
    broker.once('exit', () => reject(new Error(`nats-server ended: ${said}`)));
    broker.stderr?.on('data', (text) => {
      said += String(text);
      const port = /Listening for client connections on \S+:(\d+)/.exec(said)?.[1];
      if (port !== undefined && said.includes('Server is ready')) resolve(port);
    });
  });
}
