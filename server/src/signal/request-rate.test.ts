import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import type { Person } from '#server/testing/people.ts';
import { accessToken } from '#server/testing/signal-client.ts';

/** A fifth of it at once, and one more each two seconds. */
const PER_MINUTE = 30;
const AT_ONCE = 6;

let world: CallWorld;
let server: CallServer;
let hana: Person;
let ken: Person;
beforeAll(async () => {
  world = await createCallWorld();
  server = await world.startServer({ accountRequestsPerMinute: PER_MINUTE });
  const customer = await world.people.customer();
  hana = await world.people.user('Hana', customer);
  ken = await world.people.user('Ken', customer);
});
afterAll(() => world.close());

it('limits what one person asks for on all sockets together, and no one else (W7)', async () => {
  const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => server.enter(hana)));
  const asked = clients.flatMap((client) =>
    Array.from({ length: AT_ONCE }, () => client.request('session.ping', {})),
  );
  const outcomes = await Promise.allSettled(asked);
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  // Each socket by itself is far below its own limit.
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.length).toBeLessThanOrEqual(asked.length - AT_ONCE);
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ code: 'too-many-requests', retryAfterMs: expect.any(Number) });
  }
  const other = await server.enter(ken);
  await other.request('session.ping', {});
  for (const client of [...clients, other]) client.close();
});

it('lets sessions be opened and taken up again however much their person has asked for (S3)', async () => {
  const client = await server.enter(hana);
  await Promise.allSettled(Array.from({ length: 2 * AT_ONCE }, () => client.request('session.ping', {})));
  const back = server.connect();
  const { sessionId } = client.session ?? {};
  const opened = await back.open(accessToken(hana.token), sessionId && { sessionId, lastSeq: 0 });
  expect(opened.resumed).toBe(true);
  back.close();
});
