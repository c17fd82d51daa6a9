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
])('what Node.js itself refuses has a code too: %#', async (sent, status, code) => {
  const socket = connect(Number(new URL(origin).port), new URL(origin).hostname);
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body)).toMatchObject({ '@type': 'hydra:Error', code });
});
