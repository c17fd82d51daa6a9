import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signalRequests } from '#protocol/signal/contract.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import type { Person } from '#server/testing/people.ts';
import { randomChoices } from '#server/testing/random.ts';
import { accessToken } from '#server/testing/signal-client.ts';

/**
 * Frames made from the contract, with broken and hostile values, by people of one customer. None may end in a fault of the
 * server, or go without an answer. The seed makes a failure come again: FUZZ_SEED=…; more of them: FUZZ_FRAMES=100000.
 */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
const FRAMES = Number(process.env.FUZZ_FRAMES ?? 2_000);
/** Fewer than a socket is closed for (connection.ts, PATIENCE). */
const FRAMES_PER_SOCKET = 80;
const AT_ONCE = 4;

// biome-ignore lint/suspicious/noExplicitAny: schemas of any form
type Anything = any;

const { random, oneOf, chance } = randomChoices(SEED);

const hostile: readonly Anything[] = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '🦊'.repeat(50),
    'x'.repeat(5_000),
    "' or 1=1 --",
    '__proto__',
    'NaN',
    '-1',
  ],
  ...['00000000-0000-0000-0000-000000000000', '/api/v1/users/x', '9'.repeat(400), '\r\n'],
  ...[null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, [], {}, [[]], [null], { constructor: 1 }],
];

/** Something that the schema takes, often. */
function valueFor(schema: Anything, ids: readonly string[]): Anything {
  if (schema === undefined || chance(0.15)) return oneOf(hostile);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return oneOf(schema.enum);
  if (schema.anyOf) return valueFor(oneOf(schema.anyOf), ids);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries<TSchema>(schema.properties ?? {})
          .filter(([name]) => chance(schema.required?.includes(name) ? 0.95 : 0.4))
          .map(([name, property]) => [name, valueFor(property, ids)]),
      );
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () => valueFor(schema.items, ids));
    case 'integer':
    case 'number':
      return Math.floor(random() * 1_000) + (schema.minimum ?? 0);
    case 'boolean':
      return chance(0.5);
    case 'null':
      return null;
    default:
      return chance(0.7) ? oneOf(ids) : 'plain text';
  }
}

const requests = Object.entries<Anything>(signalRequests).filter(([name]) => name !== 'session.open');

function frameFor(id: number, ids: readonly string[]): string {
  const [name, { payload }] = oneOf(requests);
  const frame = JSON.stringify({
    id,
    request: chance(0.03) ? oneOf(hostile) : name,
    data: valueFor(payload, ids),
  });
  return chance(0.03) ? frame.slice(0, Math.floor(random() * frame.length)) : frame;
}

let world: CallWorld;
let server: CallServer;
let people: readonly Person[];
let ids: readonly string[];

beforeAll(async () => {
  world = await createCallWorld();
  server = await world.startServer();
  const customer = await world.people.customer();
  people = await Promise.all(['Hana', 'Ken', 'Mei', 'Sora'].map((name) => world.people.user(name, customer)));
  ids = [...people.map(({ id }) => id), customer, crypto.randomUUID()];
});
afterAll(() => world.close());

it('frames of any kind are answered, and none by a fault of the server', { timeout: 600_000 }, async () => {
  const codes = new Map<string, number>();
  const pauses = monitorEventLoopDelay();
  pauses.enable();
  let left = FRAMES;
  const work = async (person: Person): Promise<void> => {
    while (left > 0) {
      const count = Math.min(FRAMES_PER_SOCKET, left);
      left -= count;
      const client = server.connect();
      await client.connected();
      await client.open(accessToken(person.token));
      for (let id = 1; id <= count; id += 1) client.send(frameFor(id, ids));
      // Whatever it did to the session, the socket or its end answers.
      const ended = await Promise.race([
        client.requestAs(900_000, 'session.ping', {}).then(
          () => 'answered',
          () => 'refused',
        ),
        client.closed.then(() => 'closed'),
      ]);
      codes.set(ended, (codes.get(ended) ?? 0) + 1);
      for (const { error } of client.frames)
        if (error) codes.set(error.code, (codes.get(error.code) ?? 0) + 1);
      client.close();
      await client.closed;
    }
  };
  await Promise.all(people.slice(0, AT_ONCE).map(work));
  expect(codes.get('internal-error'), `seed ${SEED}: ${JSON.stringify([...codes])}`).toBeUndefined();
  expect(codes.get('invalid-payload')).toBeGreaterThan(FRAMES / 20);
  const bystander = await server.enter(await world.people.user('Aoi', await world.people.customer()));
  await bystander.request('session.ping', {});
  bystander.close();
  if (process.env.FUZZ_FRAMES)
    process.stdout.write(
      `${JSON.stringify([...codes])} ${process.memoryUsage().rss / 2 ** 20} MB, longest pause ${pauses.max / 1e6} ms\n`,
    );
});
