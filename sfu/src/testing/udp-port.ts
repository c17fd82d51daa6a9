import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Below those that Linux gives out by itself (from 32768): a browser would take one of these before it is used here. */
const FIRST = 20_000;
const LAST = 32_767;

const used = new Set<number>();

/**
 * A UDP port on loopback that is free now and that was not given out before. A media node sends what comes from an address
 * to the connection that it knew there first, for some seconds after that has died: a test client that the system gave the
 * port of another by chance would wait for its handshake in vain.
 */
export async function newUdpPort(): Promise<number> {
  while (used.size <= LAST - FIRST) {
    const port = randomInt(FIRST, LAST + 1);
    if (used.has(port)) continue;
    used.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error('All ports for test clients have been used');
}

async function isFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  }
}
