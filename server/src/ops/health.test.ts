import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { type HealthDeps, registerHealth } from './health.ts';

const database = setUpTestDatabase();
const closing = new AbortController();
const confirm = vi.fn(async () => true);
const depsOf = (db: HealthDeps['db']): HealthDeps => ({
  build: 'test',
  db,
  disk: { state: 'enough' },
  bus: { confirm },
  takesWrites: () => true,
  usableMediaNodes: () => 1,
  nodesComplete: () => true,
  closing: closing.signal,
});
let fastify: FastifyInstance;
beforeAll(() => {
  fastify = Fastify();
  registerHealth(fastify, depsOf(database.db));
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

it('/readyz says nothing about migrations and writes while the database is away', async () => {
  const db = openDatabase({ url: 'postgres://localhost/any?host=/nonexistent' });
  const server = Fastify();
  registerHealth(server, depsOf(db));
  const answer = await server.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      status: 'not-ready',
      missing: ['database'],
      checks: { database: false, bus: true, mediaNode: true, open: true },
      disk: 'enough',
    },
  ]);
  await server.close();
  await db.destroy();
});

it('/readyz says at once that the server is closing', async () => {
  await fastify.inject('/readyz');
  closing.abort();
  const answer = await fastify.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { missing: ['open'] }]);
});
