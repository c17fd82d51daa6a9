import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { ApiAnswer } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** Stands between server and database, so that a test can take the database away. */
class Line {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #folder = '';
  #target = '';

  constructor() {
    this.#server = createServer((socket) => {
      const database = connect(this.#target);
      for (const each of [socket, database]) {
        this.#sockets.add(each);
        each.on('error', () => each.destroy());
        each.on('close', () => this.#sockets.delete(each));
      }
      socket.pipe(database).pipe(socket);
    });
  }

  async open(url: string): Promise<string> {
    const through = new URL(url);
    const host = through.searchParams.get('host') ?? '';
    const file = `.s.PGSQL.${through.port || '5432'}`;
    this.#target = join(host, file);
    this.#folder = await mkdtemp(join(tmpdir(), 'hibiki-line-'));
    await this.plug(file);
    through.searchParams.set('host', this.#folder);
    return through.href;
  }

  async plug(file: string): Promise<void> {
    this.#server.listen(join(this.#folder, file));
    await once(this.#server, 'listening');
  }

  /** As a database that stops: connections break, new ones find no one. */
  async cut(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  async remove(): Promise<void> {
    await this.cut();
    await rm(this.#folder, { recursive: true });
  }
}

const line = new Line();
const POOL_SIZE = 2;
/** Short, so that a test can wait it out; long enough for a slow machine to serve a queue of requests. */
const CONNECT_TIMEOUT_MS = 2_000;
const api = setUpTestApi({ poolSize: POOL_SIZE, connectTimeoutMs: CONNECT_TIMEOUT_MS }, (url) =>
  line.open(url),
);
afterAll(() => line.remove());
let token: string;

beforeAll(async () => {
  ({ token } = await api.makeUser({ mail: 'user@example.com' }));
});

const expectUnavailable = ({ status, headers, body }: ApiAnswer): void => {
  expect(status).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(body).toMatchObject({ '@type': 'hydra:Error', code: 'service-unavailable' });
  expect(body['hydra:description']).toBe('Temporarily unavailable');
};

/** Takes a connection out of the pool; returns what gives it back. */
async function holdConnection(): Promise<() => Promise<void>> {
  const [taken, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = api.db.connection().execute(() => {
    taken.resolve();
    return released.promise;
  });
  await Promise.race([taken.promise, done]);
  return async () => {
    released.resolve();
    await done;
  };
}

describe('without a database', () => {
  it('that has a connection left, the answer is 503 with Retry-After, and all is well once there is one', async () => {
    const held = await Promise.all(Array.from({ length: POOL_SIZE }, holdConnection));
    const refused = await Promise.all([
      api.get('pairs', token),
      api.patch('settings/00000000-0000-7000-8000-000000000000', {}, token),
    ]);
    for (const answer of refused) expectUnavailable(answer);
    // A request that needs no database is still answered.
    expect((await api.get('version')).status).toBe(200);
    for (const giveBack of held) await giveBack();
    expect((await api.get('pairs', token)).status).toBe(200);
  });

  it('that is there at all, the answer is the same, and the server recovers by itself', async () => {
    await line.cut();
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.get('pairs', token)));
    for (const answer of answers) expectUnavailable(answer);
    await line.plug('.s.PGSQL.5432');
    await expect.poll(async () => (await api.get('pairs', token)).status, SLOW).toBe(200);
  });
});

it('many requests at once wait for their turn instead of failing', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => api.get('users/current', token)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
