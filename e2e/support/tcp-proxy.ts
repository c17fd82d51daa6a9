import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Stands between browser and server, so that a test can cut the signalling socket while media continues. */
export interface TcpProxy {
  readonly url: string;
  /** Cuts every connection and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  /** From now on everything takes so much longer, each way. */
  delay(ms: number): void;
  close(): Promise<void>;
}

export const startTcpProxy = async (targetPort: number): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  let isCut = false;
  let delayMs = 0;
  const delayed = () =>
    new Transform({
      transform(chunk, _encoding, done) {
        const pass = () => this.push(chunk);
        if (delayMs === 0) pass();
        // Timers of one length end in the order in which they began.
        else setTimeout(pass, delayMs);
        done();
      },
      // The end comes after all that was on the way.
      flush: (done) => void setTimeout(done, delayMs),
    });
  const server = createServer((inbound) => {
    if (isCut) {
      inbound.destroy();
      return;
    }
    const outbound = connect(targetPort, 'localhost');
    for (const [one, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(one);
      one.pipe(delayed()).pipe(other);
      one.once('error', () => other.destroy());
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${address.port}`,
    cut: () => {
      isCut = true;
      destroyAll();
    },
    mend: () => {
      isCut = false;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        destroyAll();
      }),
  };
};
