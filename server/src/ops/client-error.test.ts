import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { createFastify } from '#server/http-server.ts';

const fastify = createFastify({ trustedProxies: [] }, createLog({ name: 'test', level: 'silent' }));
const origin = await fastify.listen({ port: 0 });
afterAll(() => fastify.close());

it.each([
  [`GET /api/v1/users?search=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'request-too-long'],
  ['no HTTP at all\r\n\r\n', 400, 'malformed-request'],
  [
    'POST /api/v1/auth HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 0\r\n\r\n',
    417,
    'expectation-failed',
  ],
  ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 400, 'malformed-request'],
])('what Node.js itself refuses has a code too: %#', async (sent, status, code) => {
  const socket = connect(Number(new URL(origin).port), new URL(origin).hostname);
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body)).toMatchObject({ '@type': 'hydra:Error', code });
});

it('a request whose body stops is refused with a code once its time is over', async () => {
  const hasty = createFastify({ trustedProxies: [] }, createLog({ name: 'test', level: 'silent' }));
  hasty.post('/api/v1/auth', async () => 'never');
  Object.assign(hasty.server, { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 });
  const { port, hostname } = new URL(await hasty.listen({ port: 0 }));
  const socket = connect(Number(port), hostname);
  socket.write(
    'POST /api/v1/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
  );
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  expect(JSON.parse(body)).toMatchObject({ '@type': 'hydra:Error', code: 'request-incomplete' });
  await hasty.close();
});
