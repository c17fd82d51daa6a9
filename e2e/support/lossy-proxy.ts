import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Each way: which share of the packets is lost, 0 to 1, and how long the others take, in ms. */
export interface Line {
  readonly loss: number;
  readonly delayMs: number;
  /** What it carries, headers of UDP and IPv4 included; any amount by default. */
  readonly kbps?: number;
}

/** Between browsers and a UDP server, e.g. a TURN server: a line that can be made bad, without any rights. */
export interface LossyProxy {
  readonly port: number;
  /** What browsers send takes the one line, what they receive the other. */
  set(toServer: Line, toBrowser: Line): void;
  close(): void;
}

type Way = 'toServer' | 'toBrowser';

export const GOOD_LINE: Line = { loss: 0, delayMs: 0 };
/** A browser asks from a port of its own for each of its addresses and connections. */
const MAX_CLIENTS = 200;
const HOST = '127.0.0.1';
/** What a router keeps of more than its line can carry; the rest is dropped. */
const QUEUE_MS = 500;
const HEADER_BYTES = 28;

/** @param serverPort of a server on this machine */
export const startLossyProxy = async (serverPort: number): Promise<LossyProxy> => {
  const clients = new Map<string, Socket>();
  let lines: Readonly<Record<Way, Line>> = { toServer: GOOD_LINE, toBrowser: GOOD_LINE };
  let closed = false;
  /** Until when each line is busy with what has come. */
  const busyUntil = { toServer: 0, toBrowser: 0 };
  const queuedMs = (way: Way, bytes: number): number | null => {
    const { kbps } = lines[way];
    if (kbps === undefined) return 0;
    const now = performance.now();
    const begin = Math.max(now, busyUntil[way]);
    if (begin - now > QUEUE_MS) return null;
    busyUntil[way] = begin + (8 * (bytes + HEADER_BYTES)) / kbps;
    return busyUntil[way] - now;
  };
  const pass = (way: Way, bytes: number, send: () => void): void => {
    const { loss, delayMs } = lines[way];
    if (Math.random() < loss) return;
    const queued = queuedMs(way, bytes);
    if (queued === null) return;
    if (delayMs + queued === 0) send();
    else setTimeout(() => !closed && send(), delayMs + queued);
  };
  const front = createSocket('udp4');

  // Browsers also ask from the addresses of other networks of this machine.
  const socketFor = ({ address, port }: RemoteInfo): Socket | undefined => {
    const client = `${address}:${port}`;
    const known = clients.get(client);
    if (known || clients.size >= MAX_CLIENTS) return known;
    const socket = createSocket('udp4');
    clients.set(client, socket);
    socket.on('message', (message) =>
      pass('toBrowser', message.length, () => front.send(message, port, address)),
    );
    return socket;
  };

  front.on('message', (message, from) => {
    const socket = socketFor(from);
    if (socket) pass('toServer', message.length, () => socket.send(message, serverPort, HOST));
  });
  front.bind(0, HOST);
  await once(front, 'listening');
  return {
    port: front.address().port,
    set(toServer, toBrowser) {
      lines = { toServer, toBrowser };
    },
    close() {
      closed = true;
      front.close();
      for (const socket of clients.values()) socket.close();
    },
  };
};
