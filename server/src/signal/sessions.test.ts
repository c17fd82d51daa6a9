import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PairId } from '#protocol/ids.ts';
import { CloseCode } from '#protocol/limits.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { accessToken, type TestSignalClient } from '#server/testing/signal-client.ts';
import { KEPT_NOTICES } from './outbox.ts';

/** Longer than any test: what ends a session earlier is not the grace time. */
const GRACE_MS = 60_000;

describe('a signalling session', () => {
  let world: CallWorld;
  let server: CallServer;
  let hana: Person;
  let ken: Person;
  let pairId: PairId;

  beforeAll(async () => {
    world = await createCallWorld();
    server = await world.startServer({
      graceMs: GRACE_MS,
      times: { pageLeftGraceMs: 1_000 },
    });
    const customer = await world.people.customer();
    hana = await world.people.user('Hana', customer);
    ken = await world.people.user('Ken', customer);
    pairId = await world.people.pair(hana, ken);
  });
  afterAll(() => world.close());

  /** Says a notice to all of Hana's sessions. */
  const notifyHana = () => world.events.publish({ type: 'notified', parties: [hana.key] });
  const sessionOf = (client: TestSignalClient) => {
    if (!client.session) throw new Error('not open');
    return client.session;
  };
  const resume = async (lost: TestSignalClient, person: Person, lastSeq = lost.lastSeq, on = server) => {
    const client = on.connect();
    const { sessionId } = sessionOf(lost);
    const opened = await client.open(accessToken(person.token), { sessionId, lastSeq });
    return { client, opened };
  };
  /** A call from Hana that Ken has answered. */
  const call = async () => {
    const callee = await server.enter(ken);
    const caller = await server.enter(hana);
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang');
    await callee.request('directCall.accept', { callId });
    await caller.notice('directCall.accepted');
    return { callId, caller, callee };
  };
  /** But for the history, which follows the calls of earlier tests after their end. */
  const changesOf = (client: TestSignalClient) =>
    client
      .noticesOf('resource.changed')
      .map(({ data }) => data)
      .filter((data) => !isDeepStrictEqual(data, { resource: 'connections' }));
  const socketsGone = (count: number) => eventually(() => expect(server.signal.counts.sockets).toBe(count));
  const sessionsGone = () => eventually(() => expect(server.signal.counts.sessions).toBe(0));

  it('goes on with a new socket, which is told what was missed, once and in order (S3, S5)', async () => {
    const client = await server.enter(hana);
    notifyHana();
    await client.notice('resource.changed');
    client.cut();
    await socketsGone(0);
    for (let i = 0; i < 3; i++) notifyHana();
    const { client: back, opened } = await resume(client, hana);
    expect(opened).toMatchObject({ resumed: true, sessionId: sessionOf(client).sessionId });
    await back.request('session.ping', {});
    expect(back.frames.filter(({ seq }) => seq).map(({ seq }) => seq)).toEqual([2, 3, 4]);
    back.close();
    await sessionsGone();
  });

  it('answers a request that is sent again without carrying it out again (S4)', async () => {
    const callee = await server.enter(ken);
    const caller = await server.enter(hana);
    caller.send({ id: 1, request: 'directCall.invite', data: { pairId } });
    const { callId } = await callee.notice('directCall.rang');
    caller.cut();
    await socketsGone(1);
    const { client: back } = await resume(caller, hana, 0);
    // As a client does that never saw the answer; the kept one comes twice (S5), and says the same.
    expect(await back.requestAs(1, 'directCall.invite', { pairId })).toMatchObject({ callId });
    await callee.request('session.ping', {});
    expect(callee.noticesOf('directCall.rang')).toHaveLength(1);
    await back.requestAs(2, 'directCall.hangUp', { callId, reason: 'hung-up' });
    await callee.notice('directCall.ended', (ended) => ended.reason === 'cancelled');
    back.close();
    callee.close();
    await sessionsGone();
  });

  it('carries a request out again whose answer is not kept, as it may be carried out twice (S4)', async () => {
    const client = await server.enter(hana);
    await client.requestAs(1, 'presence.watch', {});
    client.cut();
    await socketsGone(0);
    const { client: back } = await resume(client, hana, 0);
    expect(await back.requestAs(1, 'presence.watch', {})).toHaveProperty('states');
    back.close();
    await sessionsGone();
  });

  it('never lets a notice overtake the answer before it, also where both are replayed (W5, S5)', async () => {
    const callee = await server.enter(ken);
    const caller = await server.enter(hana);
    const { callId } = await caller.request('directCall.invite', { pairId });
    callee.send({ id: 1, request: 'directCall.accept', data: { callId } });
    await caller.notice('directCall.accepted');
    await caller.request('directCall.signal', { callId, message: { kind: 'candidate', candidate: null } });
    await callee.notice('directCall.signalled');
    // Without what the history says of earlier calls, and what may be shared, which come in their own time.
    const order = (client: TestSignalClient) =>
      client.frames
        .filter(({ notice }) => notice !== 'resource.changed' && notice !== 'directCall.offered')
        .map(({ id, notice }) => notice ?? id);
    expect(order(callee)).toEqual([1_000_000, 'directCall.rang', 1, 'directCall.signalled']);
    const [rang] = callee.noticesOf('directCall.rang');
    callee.cut();
    await socketsGone(1);
    const { client: back } = await resume(callee, ken, rang?.seq);
    await back.notice('directCall.signalled');
    expect(order(back)).toEqual([1_000_000, 1, 'directCall.signalled']);
    back.close();
    caller.close();
    await sessionsGone();
  });

  it('ends when it was not resumed within the grace time (S3)', async () => {
    const impatient = await world.startServer({ graceMs: 200 });
    const client = await impatient.enter(hana);
    client.cut();
    await eventually(() => expect(impatient.signal.counts.sessions).toBe(0));
    const { client: late, opened } = await resume(client, hana, 0, impatient);
    expect(opened.resumed).toBe(false);
    expect(opened.sessionId).not.toBe(sessionOf(client).sessionId);
    late.close();
    await impatient.close();
  });

  it('is nobody else’s to resume, and is not harmed by the attempt (S3)', async () => {
    const client = await server.enter(hana);
    const { client: other, opened } = await resume(client, ken);
    expect(opened).toMatchObject({ resumed: false, party: { id: ken.id } });
    await client.request('session.ping', {});
    client.close();
    other.close();
    await sessionsGone();
  });

  it('is not resumed where more was said than is kept (S3)', async () => {
    const client = await server.enter(hana);
    client.cut();
    await socketsGone(0);
    for (let i = 0; i <= KEPT_NOTICES; i++) notifyHana();
    // By overflow, long before the grace time is over.
    await eventually(() => expect(server.signal.counts.sessions).toBe(0));
    const { client: late, opened } = await resume(client, hana);
    expect(opened.resumed).toBe(false);
    late.close();
    await sessionsGone();
  });

  it.each([
    ['by session.close', (client: TestSignalClient) => client.request('session.close', {}).then(() => {})],
    ['by close code 1000', async (client: TestSignalClient) => client.close(1000)],
  ])('ends at once %s (S6)', async (_, end) => {
    const client = await server.enter(hana);
    await end(client);
    expect(await client.closed).toBe(1000);
    await eventually(() => expect(server.signal.counts.sessions).toBe(0));
  });

  it('waits a moment for a page that is reloaded (S6)', async () => {
    const client = await server.enter(hana);
    client.close(1001);
    await socketsGone(0);
    expect(server.signal.counts.sessions).toBe(1);
    await eventually(() => expect(server.signal.counts.sessions).toBe(0));
  });

  it('begins to count again for a new page, which is not told what was said to the last one (S13)', async () => {
    const client = await server.enter(hana);
    await client.request('session.ping', {});
    notifyHana();
    await client.notice('resource.changed');
    client.close(1001);
    await socketsGone(0);
    notifyHana();
    const page = server.connect();
    const { sessionId } = sessionOf(client);
    expect(await page.open(accessToken(hana.token), { sessionId })).toMatchObject({
      resumed: true,
      sessionId,
    });
    // The same ids mean other requests.
    expect(await page.requestAs(1, 'presence.watch', {})).toHaveProperty('states');
    notifyHana();
    await page.notice('resource.changed');
    expect(page.frames.filter(({ seq }) => seq).map(({ seq }) => seq)).toEqual([1]);
    page.close();
    await sessionsGone();
  });

  it('is not given to a new page of someone else (S13)', async () => {
    const client = await server.enter(hana);
    const page = server.connect();
    const { sessionId } = sessionOf(client);
    expect(await page.open(accessToken(ken.token), { sessionId })).toMatchObject({ resumed: false });
    await client.request('session.ping', {});
    client.close();
    page.close();
    await sessionsGone();
  });

  it('belongs to the last socket that resumes it (S7)', async () => {
    const client = await server.enter(hana);
    const { client: second } = await resume(client, hana);
    expect(await client.closed).toBe(CloseCode.replaced);
    await second.request('session.ping', {});
    expect(server.signal.counts).toEqual({ sessions: 1, sockets: 1 });
    second.close();
    await sessionsGone();
  });

  it('gives a silent socket up, and can be resumed (S8)', async () => {
    const impatient = await world.startServer({ times: { silenceMs: 300 } });
    const client = await impatient.enter(hana);
    expect(await client.closed).toBe(CloseCode.silence);
    const { client: back, opened } = await resume(client, hana, 0, impatient);
    expect(opened.resumed).toBe(true);
    back.close();
    await impatient.close();
  });

  it('drops a client that does not read, and loses nothing of what it has missed (S8)', async () => {
    const { callId, caller, callee } = await call();
    callee.socket.pause();
    const sdp = 'x'.repeat(90_000);
    const signals = 150;
    for (let i = 0; i < signals; i++) {
      await caller.request('directCall.signal', {
        callId,
        message: { kind: 'description', type: 'offer', sdp },
      });
      if (caller.noticesOf('directCall.peerAway').length > 0) break;
    }
    await caller.notice('directCall.peerAway', ({ away }) => away);
    callee.socket.resume();
    expect(await callee.closed).toBe(CloseCode.tooSlow);
    const { client: back, opened } = await resume(callee, ken);
    expect(opened.resumed).toBe(true);
    await caller.notice('directCall.peerAway', ({ away }) => !away);
    const sent = caller.frames.filter(({ reply, id }) => reply && id !== 1_000_000).length - 1;
    const received = () =>
      callee.noticesOf('directCall.signalled').length + back.noticesOf('directCall.signalled').length;
    await eventually(() => expect(received()).toBe(sent));
    back.close();
    caller.close();
    await sessionsGone();
  });

  it('ends with 4001 when its tokens are revoked, and only those of that family (S10)', async () => {
    const client = await server.enter(hana);
    const other = await server.enter(ken);
    world.events.publish({ type: 'tokens-revoked', partyKey: hana.key, familyId: crypto.randomUUID() });
    world.events.publish({ type: 'tokens-revoked', partyKey: hana.key, familyId: hana.familyId });
    expect(await client.closed).toBe(CloseCode.unauthenticated);
    await other.request('session.ping', {});
    other.close();
    await sessionsGone();
  });

  it('of a guest ends when the link is revoked, or its group deleted, and no other guest with it (S10)', async () => {
    const [first, second] = [await world.people.group(hana, []), await world.people.group(hana, [])];
    const come = async (groupId: typeof first) => {
      const guest = server.connect();
      await guest.open({ kind: 'guest', token: await world.people.guestToken(groupId), name: 'Visitor' });
      return guest;
    };
    const [revoked, deleted, other] = [await come(first), await come(first), await come(second)];
    const link = await world.db
      .selectFrom('guest_links')
      .where('group_id', '=', first)
      .orderBy('id')
      .select('id')
      .executeTakeFirstOrThrow();
    world.events.publish({ type: 'tokens-revoked', partyKey: `guest:${link.id}`, familyId: null });
    expect(await revoked.closed).toBe(CloseCode.unauthenticated);
    await deleted.request('session.ping', {});
    world.events.publish({ type: 'group-deleted', groupId: first, parties: [] });
    expect(await deleted.closed).toBe(CloseCode.unauthenticated);
    await other.request('session.ping', {});
    other.close();
    await sessionsGone();
  });

  it('ends when its device is disabled (S10)', async () => {
    const device = await world.people.device('Lobby', hana.customerId);
    const client = await server.enter(device);
    expect(client.session?.party).toMatchObject({ kind: 'device', name: 'Lobby' });
    world.events.publish({ type: 'device-disabled', deviceId: device.id });
    expect(await client.closed).toBe(CloseCode.unauthenticated);
  });

  it('is its customer’s, from the moment that the user is moved to another one (S11)', async () => {
    const client = await server.enter(hana);
    const elsewhere = await world.people.customer();
    world.events.publish({ type: 'party-moved', party: hana.key, customerId: elsewhere });
    world.events.publish({ type: 'features-changed', customerId: hana.customerId });
    world.events.publish({ type: 'features-changed', customerId: elsewhere });
    world.events.publish({ type: 'notified', parties: 'all' });
    await client.notice('resource.changed', ({ resource }) => resource === 'notifications');
    expect(changesOf(client)).toEqual([
      { resource: 'services' },
      { resource: 'services' },
      { resource: 'notifications' },
    ]);
    client.close();
    await sessionsGone();
  });

  it('hears that its user has become a manager, and that they are none any more (S11)', async () => {
    const client = await server.enter(hana);
    const other = await server.enter(await world.people.user('Ken', hana.customerId));
    for (const manages of [[hana.customerId], null]) {
      const from = client.frames.length;
      world.events.publish({ type: 'role-changed', userId: hana.id, manages });
      await client.notice('resource.changed', ({ resource }) => resource === 'users', from);
    }
    expect(changesOf(client)).toHaveLength(2);
    expect(changesOf(other)).toEqual([]);
    for (const one of [client, other]) one.close();
    await sessionsGone();
  });

  it('is its new role’s in what concerns the customers that it manages (S11)', async () => {
    const client = await server.enter(hana);
    const managed = await world.people.customer();
    world.events.publish({ type: 'role-changed', userId: hana.id, manages: [managed] });
    world.events.publish({ type: 'features-changed', customerId: managed });
    await client.notice('resource.changed', ({ resource }) => resource === 'services');
    client.close();
    await sessionsGone();
  });

  it('hears what of its cache has changed (S11)', async () => {
    const client = await server.enter(hana);
    const customer = hana.customerId;
    world.events.publish({ type: 'features-changed', customerId: crypto.randomUUID() as typeof customer });
    world.events.publish({ type: 'features-changed', customerId: customer });
    world.events.publish({ type: 'notified', parties: 'all' });
    await client.notice('resource.changed', ({ resource }) => resource === 'notifications');
    expect(changesOf(client)).toEqual([{ resource: 'services' }, { resource: 'notifications' }]);
    client.close();
    await sessionsGone();
  });
});
