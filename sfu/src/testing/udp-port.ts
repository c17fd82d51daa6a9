import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const used = new Set<number>();

/**
 * A UDP port on loopback that is free now and that was not given out before. A media node sends what comes from an address
 * to the connection that it knew there first, for some seconds after that has died: a test client that the system gave the
 * port of another by chance would wait for its handshake in vain.
 */
export async function newUdpPort(): Promise<number> {
  for (;;) {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address();
    socket.close();
    await once(socket, 'close');
    if (used.has(port)) continue;
    used.add(port);
    return port;
  }
}
