import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { registerHealth } from './health.ts';

const database = setUpTestDatabase();
const closing = new AbortController();
const confirm = vi.fn(async () => true);
let fastify: FastifyInstance;
beforeAll(() => {
  fastify = Fastify();
  registerHealth(fastify, {
    build: 'test',
    db: database.db,
    disk: { state: 'enough' },
    bus: { confirm },
    takesWrites: () => true,
    usableMediaNodes: () => 1,
    nodesComplete: () => true,
    closing: closing.signal,
  });
});
beforeEach(() => {
  confirm.mockClear();
});
afterAll(() => fastify.close());

it('/readyz asks database and bus once for all who ask at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => fastify.inject('/readyz')));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(confirm).toHaveBeenCalledOnce();
});

it('/readyz says at once that the server is closing', async () => {
  await fastify.inject('/readyz');
  closing.abort();
  const answer = await fastify.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { missing: ['open'] }]);
});
