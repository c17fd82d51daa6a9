import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Each way: which share of the packets is lost, 0 to 1, and how long the others take, in ms. */
export interface Line {
  readonly loss: number;
  readonly delayMs: number;
}

/** Between browsers and a UDP server, e.g. a TURN server: a line that can be made bad, without any rights. */
export interface LossyProxy {
  readonly port: number;
  /** What browsers send takes the one line, what they receive the other. */
  set(toServer: Line, toBrowser: Line): void;
  close(): void;
}

export const GOOD_LINE: Line = { loss: 0, delayMs: 0 };
/** A browser asks from a port of its own for each of its addresses and connections. */
const MAX_CLIENTS = 200;
const HOST = '127.0.0.1';

/** @param serverPort of a server on this machine */
export const startLossyProxy = async (serverPort: number): Promise<LossyProxy> => {
  const clients = new Map<string, Socket>();
  let lines = { toServer: GOOD_LINE, toBrowser: GOOD_LINE };
  let closed = false;
  const pass = ({ loss, delayMs }: Line, send: () => void): void => {
    if (Math.random() < loss) return;
    if (delayMs === 0) send();
    else setTimeout(() => !closed && send(), delayMs);
  };
  const front = createSocket('udp4');

  // Browsers also ask from the addresses of other networks of this machine.
  const socketFor = ({ address, port }: RemoteInfo): Socket | undefined => {
    const client = `${address}:${port}`;
    const known = clients.get(client);
    if (known || clients.size >= MAX_CLIENTS) return known;
    const socket = createSocket('udp4');
    clients.set(client, socket);
    socket.on('message', (message) => pass(lines.toBrowser, () => front.send(message, port, address)));
    return socket;
  };

  front.on('message', (message, from) => {
    const socket = socketFor(from);
    if (socket) pass(lines.toServer, () => socket.send(message, serverPort, HOST));
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
