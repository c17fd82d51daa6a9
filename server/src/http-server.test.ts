import { once } from 'node:events';
import { get, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { SLOW } from '#platform/testing/slow.ts';
import { createFastify } from './http-server.ts';
import { registerPressureLimits } from './ops/pressure.ts';
import { SIGNAL_PATH } from './signal/signal-path.ts';

const lines: string[] = [];
const log = createLog({
  name: 'test',
  level: 'debug',
  destination: { write: (line) => lines.push(line) },
});
const fastify = createFastify({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] }, log);
fastify.get('/address', async (request) => request.ip);
afterAll(() => fastify.close());
beforeEach(() => {
  lines.length = 0;
});

it.each([
  ['203.0.113.8', '203.0.113.8'],
  ['203.0.113.8:51234', '203.0.113.8'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[::ffff:203.0.113.8]:51234', '203.0.113.8'],
  ['198.51.100.7, 203.0.113.8:51234, 10.0.0.2:40000', '203.0.113.8'],
  ['203.0.113.9, nonsense, 10.0.0.2', '10.0.0.2'],
  ['unknown', '127.0.0.1'],
])('a trusted proxy that forwards for %s has the client %s, also in the log', async (forwarded, client) => {
  const { payload } = await fastify.inject({ url: '/address', headers: { 'x-forwarded-for': forwarded } });
  expect(payload).toBe(client);
  await vi.waitFor(() => expect(lines.join('')).toContain(`"address":"${client}"`), SLOW);
});

it('a request whose client has hung up is dropped, and leaves nothing in the log', async () => {
  const direct = createFastify({ trustedProxies: [] }, log);
  await registerPressureLimits(direct, { request: () => null });
  direct.get('/api/v1/address', async (request) => request.ip);
  await direct.ready();
  // As a connection that was reset before it was asked for its address.
  const raw = new IncomingMessage(new Socket());
  Object.assign(raw, { method: 'GET', url: '/api/v1/address', headers: { host: 'localhost' } });
  const closed = once(raw, 'close');
  direct.routing(raw, new ServerResponse(raw));
  await closed;
  expect(lines).toEqual([]);
  await direct.close();
});

it('a socket is opened at the address of the signalling alone; what else asks for another protocol is answered in this one', async () => {
  const server = createFastify({ trustedProxies: [] }, log);
  await server.register(websocket);
  server.get(SIGNAL_PATH, { websocket: true }, (socket) => socket.close());
  server.get('/address', async () => 'here');
  const address = await server.listen();
  const ask = async (path: string, upgrade: string) => {
    const request = get(`${address}${path}`, {
      headers: {
        connection: 'Upgrade',
        upgrade,
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      },
    });
    const answer = await Promise.race([
      once(request, 'response').then(([response]: readonly IncomingMessage[]) => response?.statusCode),
      once(request, 'upgrade').then(() => 101),
    ]);
    request.destroy();
    return answer;
  };
  expect(await ask('/api/v1/other', 'websocket')).toBe(404);
  expect(await ask('/address', 'websocket')).toBe(200);
  expect(await ask('/address', 'h2c')).toBe(200);
  expect(await ask(`${SIGNAL_PATH}?x`, 'WebSocket')).toBe(101);
  await server.close();
});
