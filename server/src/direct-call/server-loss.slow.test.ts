import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestBroker, type TestBroker } from '#platform/bus/testing/test-broker.ts';
import { SLOW } from '#platform/testing/slow.ts';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { HANG_UP } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import { People } from '#server/testing/people.ts';
import { type ServerProcess, startServerProcess, TEST_SECRET } from '#server/testing/server-process.ts';
import { connectionsOf, talkAcrossServers } from '#server/testing/talk-across-servers.ts';

let database: TestDatabase;
let db: Db;
let broker: TestBroker;
let people: People;
/** Two servers start for each of them. */
const TWO_SERVERS_MS = 400_000;

const servers: ServerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  broker = await startTestBroker();
  people = await People.create(db, TEST_SECRET);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(async () => {
  await broker.stop();
  await db.destroy();
  await database.drop();
});

const start = async () => {
  // There is no media node, which 1-to-1 calls do without.
  const server = await startServerProcess({ DATABASE_URL: database.url, NATS_URL: broker.url }, '/healthz');
  servers.push(server);
  return server;
};

const talk = async () => {
  const [one, other] = await Promise.all([start(), start()]);
  const call = await talkAcrossServers({ db, people }, one, other);
  const { session } = call.caller;
  if (!session) throw new Error('No session is open');
  const ofKen = call.callee.session?.sessionId ?? session.sessionId;
  return { one, other, ...call, before: session.sessionId, ofKen };
};

describe('A 1-to-1 call whose owner is gone without a word (D14)', { timeout: TWO_SERVERS_MS }, () => {
  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'is taken up after %s, goes on, and is recorded once',
    async (signal) => {
      const { one, other, hana, callee, callId, before } = await talk();
      one.signal(signal);
      const again = await other.enter(hana);
      const askedAt = performance.now();
      await again.request('directCall.takeUp', { callId, before });
      const tookMs = performance.now() - askedAt;
      expect(tookMs).toBeLessThan(8_000);
      const message = { kind: 'state', microphone: true, camera: false, screen: false } as const;
      await callee.request('directCall.signal', { callId, message });
      expect(await again.notice('directCall.signalled')).toMatchObject({ message });
      // A server that was only stopped learns that the call is not its own any more.
      one.signal('SIGCONT');
      await again.request('directCall.hangUp', { callId, ...HANG_UP });
      expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
      await eventually(async () => expect(await connectionsOf(db, callId)).toHaveLength(2));
    },
  );

  it('keeps the place of someone whose server stands still, which takes nothing back when it goes on', async () => {
    const { one, other, ken, caller, callId, ofKen } = await talk();
    other.signal('SIGSTOP');
    expect(await caller.notice('directCall.peerAway')).toMatchObject({ callId, away: true });
    const again = await one.enter(ken);
    await again.request('directCall.takeUp', { callId, before: ofKen });
    await caller.notice('directCall.peerAway', ({ away }) => !away);
    other.signal('SIGCONT');
    // The server that stood still answers again, and knows by then what has become of the call.
    await eventually(async () => expect((await fetch(`${other.url}/healthz`)).ok).toBe(true));
    const message = { kind: 'state', microphone: true, camera: false, screen: false } as const;
    await again.request('directCall.signal', { callId, message });
    expect(await caller.notice('directCall.signalled')).toMatchObject({ message });
    await caller.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await again.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    await eventually(async () => expect(await connectionsOf(db, callId)).toHaveLength(2));
  });

  it('ends for the other side where someone closes the page while a silent owner is asked to take it up', async () => {
    const { one, other, ken, caller, callee, callId, ofKen } = await talk();
    callee.cut();
    const again = await other.enter(ken);
    one.signal('SIGSTOP');
    try {
      const asked = again.request('directCall.takeUp', { callId, before: ofKen });
      asked.catch(() => {});
      await again.request('session.close', {});
    } finally {
      one.signal('SIGCONT');
    }
    expect(await caller.notice('directCall.ended')).toMatchObject({ callId });
    await eventually(async () => expect(await connectionsOf(db, callId)).toHaveLength(2));
  });

  it('is not taken from an owner that lives', async () => {
    const { other, hana, callee, caller, callId, before } = await talk();
    const again = await other.enter(hana);
    await broker.stop();
    // The owner cannot be asked, and says in the database that it lives.
    await expect(again.request('directCall.takeUp', { callId, before })).rejects.toBeDefined();
    broker = await startTestBroker({ port: broker.port });
    await eventually(() => callee.request('directCall.refreshIce', { callId }), SLOW);
    await caller.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    await eventually(async () => expect(await connectionsOf(db, callId)).toHaveLength(2));
  });
});
