import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createNatsBus } from '#platform/bus/nats.ts';
import type { CallId, CustomerId, PairId } from '#protocol/ids.ts';
import type { PeerMessage } from '#protocol/signal/direct-call.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import { type NatsBroker, startNatsBroker } from '#server/testing/nats-broker.ts';
import type { Person } from '#server/testing/people.ts';
import { accessToken, type TestSignalClient } from '#server/testing/signal-client.ts';

const RING_MS = 2_000;
const GRACE_MS = 600;
const HANG_UP = { reason: 'hung-up' } as const;

const sessionOf = ({ session }: TestSignalClient) => {
  if (!session) throw new Error('No session is open');
  return session.sessionId;
};

/** Both callers on one server, and each on its own: the same must happen. */
describe.each(['one server', 'two servers', 'two servers over NATS'])('1-to-1 calls on %s', (layout) => {
  let world: CallWorld;
  let server: CallServer;
  /** The callee's. */
  let other: CallServer;
  let customer: CustomerId;
  let hana: Person;
  let ken: Person;
  let pairId: PairId;
  const clients: TestSignalClient[] = [];

  let broker: NatsBroker | undefined;

  beforeAll(async () => {
    if (layout.endsWith('NATS')) broker = await startNatsBroker();
    const url = broker?.url;
    world = await createCallWorld(url === undefined ? {} : { connectBus: () => createNatsBus(url) });
    const options = { ringTimeoutMs: RING_MS, graceMs: GRACE_MS };
    server = await world.startServer(options);
    other = layout === 'one server' ? server : await world.startServer(options);
    customer = await world.people.customer();
  });
  afterAll(async () => {
    try {
      await world.close();
    } finally {
      await broker?.stop();
    }
  });

  const enter = async (on: CallServer, person: Person) => {
    const client = await on.enter(person);
    clients.push(client);
    return client;
  };
  /** New people, so that no test sees what another has left. */
  const meet = async () => {
    hana = await world.people.user('Hana', customer);
    ken = await world.people.user('Ken', customer);
    pairId = await world.people.pair(hana, ken);
    const callee = await enter(other, ken);
    const caller = await enter(server, hana);
    await eventually(() => expect(server.presence.stateOf(ken.key)).toBe('online'));
    return { caller, callee };
  };
  const ring = async () => {
    const sides = await meet();
    const { callId } = await sides.caller.request('directCall.invite', { pairId });
    await sides.callee.notice('directCall.rang');
    return { ...sides, callId };
  };
  const talk = async () => {
    const sides = await ring();
    const accepted = await sides.callee.request('directCall.accept', { callId: sides.callId });
    await sides.caller.notice('directCall.accepted');
    return { ...sides, accepted };
  };
  const endOf = (client: TestSignalClient, callId: CallId) =>
    client.notice('directCall.ended', (ended) => ended.callId === callId);
  const history = (callId: CallId) =>
    eventually(async () => {
      const rows = await world.db
        .selectFrom('connections')
        .where('call_id', '=', callId)
        .selectAll()
        .execute();
      expect(rows).toHaveLength(2);
      return rows;
    });
  const missedCalls = (person: Person) =>
    world.db.selectFrom('notifications').where('user_id', '=', person.id).selectAll().execute();
  /** Whatever was said to it before has arrived. */
  const idleLane = (client: TestSignalClient, callId: CallId) =>
    client.request('directCall.refreshIce', { callId });
  const idle = (person: Person) =>
    eventually(() =>
      expect([server, other].map(({ presence }) => presence.stateOf(person.key))).not.toContain('busy'),
    );

  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });

  it('ring, are accepted, carry messages both ways, and are recorded for both sides', async () => {
    const { caller, callee, callId, accepted } = await talk();
    expect(accepted).toMatchObject({ role: 'polite', peer: { name: 'Hana', id: hana.id } });
    expect(accepted.ice.iceServers.at(-1)).toMatchObject({ username: expect.stringContaining(ken.key) });
    expect(await caller.notice('directCall.accepted')).toMatchObject({ role: 'impolite' });

    const messages: PeerMessage[] = [
      { kind: 'description', type: 'offer', sdp: 'v=0 not even SDP' },
      ...Array.from({ length: 20 }, (_, sdpMLineIndex) => ({
        kind: 'candidate' as const,
        candidate: { candidate: 'x', sdpMid: null, sdpMLineIndex, usernameFragment: null },
      })),
    ];
    await Promise.all(messages.map((message) => caller.request('directCall.signal', { callId, message })));
    const last = messages.at(-1);
    await callee.notice(
      'directCall.signalled',
      ({ message }) => JSON.stringify(message) === JSON.stringify(last),
    );
    // In order and unchanged (D6).
    expect(callee.noticesOf('directCall.signalled').map(({ data }) => data)).toEqual(
      messages.map((message) => ({ callId, message })),
    );
    await callee.request('directCall.signal', { callId, message: { kind: 'candidate', candidate: null } });
    await caller.notice('directCall.signalled');
    expect(await callee.request('directCall.refreshIce', { callId })).toMatchObject({ expiresInMs: 600_000 });

    const report = { relayed: true, bytesSent: 1_000, bytesReceived: 234 };
    await caller.request('directCall.report', { callId, ...report });
    await callee.request('directCall.hangUp', { callId, ...HANG_UP });
    for (const side of [caller, callee]) {
      expect(await endOf(side, callId)).toMatchObject({ reason: 'hung-up' });
    }
    // After the end, as a browser does that the other side has hung up on (D10).
    await callee.request('directCall.report', { callId, ...report, relayed: false });
    await history(callId);
    await eventually(async () => {
      const rows = await history(callId);
      const common = { kind: 'direct', bytes: 1_234, end_reason: 'hung-up' };
      expect(rows.find(({ user_id }) => user_id === hana.id)).toMatchObject({
        ...common,
        ...{ outgoing: true, peer_id: ken.id, peer_name: 'Ken', relayed: true },
      });
      expect(rows.find(({ user_id }) => user_id === ken.id)).toMatchObject({
        ...common,
        ...{ outgoing: false, peer_id: hana.id, peer_name: 'Hana', relayed: false },
      });
    });
    await caller.notice('resource.changed', ({ resource }) => resource === 'connections');
    await idle(hana);
    await idle(ken);
    expect(await missedCalls(ken)).toEqual([]);
  });

  it('ring all sessions of the callee; the first that accepts has it (D2, D3)', async () => {
    const { caller, callee } = await meet();
    const phone = await enter(server, ken);
    const { callId } = await caller.request('directCall.invite', { pairId });
    await phone.notice('directCall.rang');
    // A browser that is opened while it rings.
    const late = await enter(other, ken);
    const { ringsForMs } = await late.notice('directCall.rang');
    expect(ringsForMs).toBeLessThanOrEqual(RING_MS);
    const answers = await Promise.allSettled(
      [callee, phone, late].map((client) => client.request('directCall.accept', { callId })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason.code).toMatch(/^call-(state|not-found)$/);
    }
    const winner = [callee, phone, late][answers.findIndex(({ status }) => status === 'fulfilled')];
    for (const client of [callee, phone, late]) {
      if (client === winner) continue;
      expect(await endOf(client, callId)).toEqual({ callId, reason: 'answered-elsewhere', durationS: 0 });
      // It is out of the call, whatever it asks.
      await expect(
        client.request('directCall.signal', { callId, message: { kind: 'candidate', candidate: null } }),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^call-(state|not-found)$/) });
    }
    expect(winner?.noticesOf('directCall.ended')).toEqual([]);
    expect(caller.noticesOf('directCall.accepted')).toHaveLength(1);
  });

  it('end no-answer when nobody answers, and leave the callee a notification (D2, D10)', async () => {
    const { caller, callee, callId } = await ring();
    expect(await endOf(caller, callId)).toEqual({ callId, reason: 'no-answer', durationS: 0 });
    expect(await endOf(callee, callId)).toMatchObject({ reason: 'no-answer' });
    await callee.notice('resource.changed', ({ resource }) => resource === 'notifications');
    expect(await missedCalls(ken)).toMatchObject([
      { title_ja: '不在着信', title_en: 'Missed call', contents_en: 'Hana called you.' },
    ]);
    await expect(callee.request('directCall.accept', { callId })).rejects.toMatchObject({
      code: 'call-not-found',
    });
    await idle(ken);
  });

  it('end for all when one session of the callee declines, without a notification (D4)', async () => {
    const { caller, callee, callId } = await ring();
    await callee.request('directCall.decline', { callId });
    expect(await endOf(caller, callId)).toMatchObject({ reason: 'declined' });
    await history(callId);
    expect(await missedCalls(ken)).toEqual([]);
  });

  it('are either cancelled or accepted where both happen at once, the same for both sides (D4)', async () => {
    const { caller, callee, callId } = await ring();
    const [accepted] = await Promise.allSettled([
      callee.request('directCall.accept', { callId }),
      caller.request('directCall.hangUp', { callId, ...HANG_UP }),
    ]);
    const reasons = await Promise.all([caller, callee].map((side) => endOf(side, callId)));
    const expected = accepted.status === 'fulfilled' ? 'hung-up' : 'cancelled';
    expect(reasons.map(({ reason }) => reason)).toEqual([expected, expected]);
    await idle(ken);
  });

  it('end once where both hang up at once, and hanging up what has ended is no error (D9)', async () => {
    const { caller, callee, callId } = await talk();
    await Promise.all(
      [caller, callee].map((side) => side.request('directCall.hangUp', { callId, ...HANG_UP })),
    );
    await caller.request('directCall.hangUp', { callId, ...HANG_UP });
    await endOf(callee, callId);
    await history(callId);
    for (const side of [caller, callee]) expect(side.noticesOf('directCall.ended')).toHaveLength(1);
  });

  it('find the callee offline, or busy, and say so at once (D2)', async () => {
    const { caller, callee } = await talk();
    const third = await world.people.user('Third', customer);
    const toThird = await world.people.pair(third, hana);
    const thirds = await enter(server, third);
    await eventually(() => expect(server.presence.stateOf(hana.key)).toBe('busy'));
    const busy = await thirds.request('directCall.invite', { pairId: toThird });
    expect(await endOf(thirds, busy.callId)).toMatchObject({ reason: 'busy' });
    expect(caller.noticesOf('directCall.rang')).toEqual([]);
    caller.close();
    callee.close();
    await eventually(() => expect(server.presence.stateOf(hana.key)).toBe('offline'));
    const offline = await thirds.request('directCall.invite', { pairId: toThird });
    expect(await endOf(thirds, offline.callId)).toMatchObject({ reason: 'offline' });
    await eventually(async () => expect(await missedCalls(hana)).toHaveLength(2));
  });

  it('become one where both call each other (D5)', async () => {
    const { caller, callee, callId } = await ring();
    const joined = await callee.request('directCall.invite', { pairId });
    expect(joined).toMatchObject({ callId, peer: { name: 'Hana' } });
    expect(await callee.notice('directCall.accepted')).toMatchObject({ callId, role: 'polite' });
    expect(await caller.notice('directCall.accepted')).toMatchObject({ callId, role: 'impolite' });
    await callee.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await endOf(caller, callId)).toMatchObject({ reason: 'hung-up' });
    await idle(hana);
    await idle(ken);
  });

  it('settle on one where both invite in the same instant (D5)', async () => {
    const { caller, callee } = await meet();
    const [first, second] = await Promise.all(
      [caller, callee].map((side) => side.request('directCall.invite', { pairId })),
    );
    if (first?.callId === second?.callId) {
      await caller.notice('directCall.accepted');
      await callee.notice('directCall.accepted');
      return;
    }
    // On two servers that had not heard of each other's call: one gives way, the other rings on.
    const ids = [first?.callId, second?.callId].map(String).sort();
    const [wins, loses] = [caller, callee]
      .map((side, i) => ({ side, id: [first, second][i]?.callId }))
      .sort((a, b) => String(a.id).localeCompare(String(b.id)));
    expect([wins?.id, loses?.id]).toEqual(ids);
    expect(await loses?.side.notice('directCall.ended')).toMatchObject({ callId: loses?.id, reason: 'busy' });
    const { callId } = (await loses?.side.notice('directCall.rang')) ?? {};
    expect(callId).toBe(wins?.id);
    if (callId) await loses?.side.request('directCall.accept', { callId });
    await wins?.side.notice('directCall.accepted');
  });

  it('keep a session in one call at a time (D1)', async () => {
    const { caller } = await talk();
    await expect(caller.request('directCall.invite', { pairId })).rejects.toMatchObject({
      code: 'already-in-call',
    });
  });

  it('survive a lost socket, which the other side sees (D8)', async () => {
    const { caller, callee, callId } = await talk();
    const { sessionId } = callee.session ?? {};
    callee.cut();
    expect(await caller.notice('directCall.peerAway')).toEqual({ callId, away: true });
    await caller.request('directCall.signal', { callId, message: { kind: 'candidate', candidate: null } });
    const back = other.connect();
    clients.push(back);
    await back.open(accessToken(ken.token), sessionId && { sessionId, lastSeq: callee.lastSeq });
    await back.notice('directCall.signalled');
    await caller.notice('directCall.peerAway', ({ away }) => !away);

    caller.cut();
    await back.notice('directCall.peerAway', ({ away }) => away);
    expect(await endOf(back, callId)).toMatchObject({ reason: 'connection-lost' });
  });

  it.each([
    [
      'the callee’s tab is closed',
      (_: TestSignalClient, callee: TestSignalClient) => callee.close(),
      'hung-up',
    ],
    ['the caller’s tab is closed', (caller: TestSignalClient) => caller.close(), 'hung-up'],
    [
      // Its browser says 1001 then (S6).
      'the callee’s page has crashed',
      (_: TestSignalClient, callee: TestSignalClient) => callee.close(1001),
      'connection-lost',
    ],
    [
      'the callee’s connection is lost',
      (_: TestSignalClient, callee: TestSignalClient) => callee.cut(),
      'connection-lost',
    ],
  ])('end when %s (D8)', async (_, act, reason) => {
    const { caller, callee, callId } = await talk();
    act(caller, callee);
    const rows = await history(callId);
    expect(rows.map(({ end_reason }) => end_reason)).toEqual([reason, reason]);
  });

  it('are cancelled when the caller is lost while it rings (D4)', async () => {
    const { caller, callee, callId } = await ring();
    caller.cut();
    expect(await endOf(callee, callId)).toMatchObject({ reason: 'cancelled' });
  });

  it('end when the pair is withdrawn or the service is switched off (D11)', async () => {
    const { caller, callee, callId } = await talk();
    world.events.publish({ type: 'pair-changed', pairId, parties: [hana.key, ken.key], callable: false });
    for (const side of [caller, callee])
      expect(await endOf(side, callId)).toMatchObject({ reason: 'revoked' });

    await idle(ken);
    const { callId: second } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang', (rang) => rang.callId === second);
    const features = world.db.updateTable('features').where('customer_id', '=', customer);
    await features.set({ enabled: false }).execute();
    world.events.publish({ type: 'features-changed', customerId: customer });
    expect(await endOf(callee, second)).toMatchObject({ reason: 'revoked' });
    await expect(caller.request('directCall.invite', { pairId })).rejects.toMatchObject({
      code: 'service-disabled',
    });
    await features.set({ enabled: true }).execute();
  });

  it('are nobody else’s business (D6)', async () => {
    const { callId } = await talk();
    const third = await world.people.user('Third', customer);
    const stranger = await enter(server, third);
    const message = { kind: 'candidate', candidate: null } as const;
    for (const attempt of [
      stranger.request('directCall.accept', { callId }),
      stranger.request('directCall.decline', { callId }),
      stranger.request('directCall.signal', { callId, message }),
      stranger.request('directCall.refreshIce', { callId }),
      stranger.request('directCall.report', { callId, relayed: false, bytesSent: 1, bytesReceived: 1 }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'call-not-found' });
    }
    await stranger.request('directCall.hangUp', { callId, ...HANG_UP });
    await expect(stranger.request('directCall.invite', { pairId })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('are refused where the pair is not approved, the device disabled, or a customer without the service (D1)', async () => {
    const { caller } = await meet();
    const device = await world.people.device('Lobby', customer);
    const elsewhere = await world.people.user('Elsewhere', await world.people.customer('UNVERIFIED'));
    const invite = async (target: Person, state: 'INVITED' | 'VERIFIED') => {
      const id = await world.people.pair(hana, target, state);
      return caller.request('directCall.invite', { pairId: id });
    };
    const third = await world.people.user('Third', customer);
    await expect(invite(third, 'INVITED')).rejects.toMatchObject({ code: 'user-not-approved' });
    await expect(invite(device, 'INVITED')).rejects.toMatchObject({ code: 'device-not-approved' });
    const disabled = await world.people.device('Cellar', customer);
    await world.db.updateTable('devices').set({ state: 'DISABLED' }).where('id', '=', disabled.id).execute();
    await expect(invite(disabled, 'VERIFIED')).rejects.toMatchObject({ code: 'device-disabled' });
    await expect(invite(elsewhere, 'VERIFIED')).rejects.toMatchObject({ code: 'service-disabled' });
    // Refused attempts leave nobody in a call.
    await caller.request('directCall.invite', { pairId });
  });

  it('stay in the history of one side when the other was deleted meanwhile (D10)', async () => {
    const { caller, callId } = await talk();
    await world.db.deleteFrom('users').where('id', '=', ken.id).execute();
    await caller.request('directCall.hangUp', { callId, ...HANG_UP });
    await caller.notice('resource.changed', ({ resource }) => resource === 'connections');
    const rows = await world.db.selectFrom('connections').where('call_id', '=', callId).selectAll().execute();
    expect(rows).toMatchObject([{ user_id: hana.id, peer_name: 'Ken' }]);
  });

  it('reach a device, which may call as well', async () => {
    const { caller } = await meet();
    const lobby = await world.people.device('Lobby', customer);
    const toLobby = await world.people.pair(hana, lobby);
    const device = await enter(other, lobby);
    await eventually(() => expect(server.presence.stateOf(lobby.key)).toBe('online'));
    const { callId } = await device.request('directCall.invite', { pairId: toLobby });
    expect(await caller.notice('directCall.rang')).toMatchObject({ peer: { kind: 'device', name: 'Lobby' } });
    await caller.request('directCall.accept', { callId });
    await caller.request('directCall.hangUp', { callId, ...HANG_UP });
    const rows = await history(callId);
    expect(rows.map(({ device_id, user_id }) => device_id ?? user_id).sort()).toEqual(
      [hana.id, lobby.id].sort(),
    );
  });

  it('tell both to go on in a room, once, whoever asks how often (D12)', async () => {
    const { caller, callee, callId } = await talk();
    await Promise.all([
      caller.request('directCall.move', { callId, reason: 'invitation' }),
      callee.request('directCall.move', { callId, reason: 'recording' }),
    ]);
    await caller.notice('directCall.moved', (said) => said.callId === callId);
    await callee.notice('directCall.moved', (said) => said.callId === callId);
    await idleLane(caller, callId);
    expect(caller.frames.filter(({ notice }) => notice === 'directCall.moved')).toHaveLength(1);
    // What they have goes on until media comes from the room.
    const message = { kind: 'switched' } as const;
    await callee.request('directCall.signal', { callId, message });
    expect(await caller.notice('directCall.signalled')).toMatchObject({ message });
  });

  it('ring a third person, who joins and stands in the history as one call (D12)', async () => {
    const { caller, callee, callId } = await talk();
    const yui = await world.people.user('Yui', customer);
    const toYui = await world.people.pair(hana, yui);
    const third = await enter(other, yui);
    await eventually(() => expect(server.presence.stateOf(yui.key)).toBe('online'));
    const { invitation } = await caller.request('directCall.move', {
      callId,
      reason: 'invitation',
      invite: toYui,
    });
    const rang = await third.notice('directCall.rang');
    expect(rang).toMatchObject({
      callId: invitation?.callId,
      peer: { name: 'Hana' },
      joins: { callId, people: [{ name: 'Hana' }, { name: 'Ken' }] },
    });
    const accepted = await third.request('directCall.accept', { callId: rang.callId });
    expect(accepted.room).toEqual({ callId });
    await caller.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await caller.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    await third.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    const rows = await eventually(async () => {
      const written = await world.db
        .selectFrom('connections')
        .where('call_id', '=', callId)
        .selectAll()
        .execute();
      expect(written).toHaveLength(3);
      return written;
    });
    expect(rows.map(({ peer_name }) => peer_name).sort()).toEqual(['Hana', 'Hana', 'Ken']);
    for (const person of [hana, ken, yui]) await idle(person);
    expect(
      await world.db.selectFrom('live_calls').where('call_id', '=', callId).select('call_id').execute(),
    ).toEqual([]);
  });

  it.each(['declined', 'no-answer', 'busy', 'cancelled'] as const)(
    'tell the inviter that the third person does not come: %s (D12)',
    async (reason) => {
      const { caller, callee, callId } = await talk();
      const yui = await world.people.user('Yui', customer);
      const toYui = await world.people.pair(hana, yui);
      const third = await enter(other, yui);
      await eventually(() => expect(server.presence.stateOf(yui.key)).toBe('online'));
      if (reason === 'busy') {
        const ren = await world.people.user('Ren', customer);
        await enter(other, ren);
        await third.request('directCall.invite', { pairId: await world.people.pair(yui, ren) });
        await eventually(() => expect(server.presence.stateOf(yui.key)).toBe('busy'));
      }
      const moving = caller.request('directCall.move', { callId, reason: 'invitation', invite: toYui });
      const { invitation } = await moving;
      if (!invitation) throw new Error('Nobody was invited');
      if (reason === 'declined' || reason === 'cancelled') await third.notice('directCall.rang');
      if (reason === 'declined') await third.request('directCall.decline', { callId: invitation.callId });
      if (reason === 'cancelled') {
        await caller.request('directCall.hangUp', { callId: invitation.callId, ...HANG_UP });
        await third.notice('directCall.ended', (said) => said.callId === invitation.callId);
      }
      expect(await caller.notice('directCall.invitationEnded')).toMatchObject({
        callId,
        invitationId: invitation.callId,
        peer: { name: 'Yui' },
        reason,
      });
      // The call itself goes on.
      await callee.request('directCall.refreshIce', { callId });
    },
  );

  it('are not moved where group chat is not in force for whoever asks (D12)', async () => {
    const { caller, callId } = await talk();
    const flags = world.db
      .updateTable('features')
      .where('customer_id', '=', customer)
      .where('service', '=', 'service_group_chat');
    await flags.set({ enabled: false }).execute();
    try {
      await expect(caller.request('directCall.move', { callId, reason: 'invitation' })).rejects.toMatchObject(
        {
          code: 'service-disabled',
        },
      );
    } finally {
      await flags.set({ enabled: true }).execute();
    }
  });

  it('show only what may be shown, and no longer than that (D15)', async () => {
    const { caller, callee, callId } = await talk();
    await caller.request('directCall.share', { callId, source: 'screen', on: true, trackId: 'track' });
    expect(await callee.notice('directCall.shared')).toEqual({
      callId,
      source: 'screen',
      on: true,
      trackId: 'track',
    });
    const flags = world.db
      .updateTable('features')
      .where('customer_id', '=', customer)
      .where('service', '=', 'service_video_chat');
    await flags.set({ share_screen: false }).execute();
    try {
      world.events.publish({ type: 'features-changed', customerId: customer });
      expect(await caller.notice('directCall.shareRefused')).toEqual({ callId, source: 'screen' });
      await callee.notice('directCall.shared', ({ on }) => !on);
      await expect(
        caller.request('directCall.share', { callId, source: 'screen', on: true }),
      ).rejects.toMatchObject({ code: 'feature-disabled' });
    } finally {
      await flags.set({ share_screen: true }).execute();
    }
  });

  it('tell each side what it is offered, and are recorded only as long as that may be (D15)', async () => {
    const { caller, callee, callId } = await talk();
    const ofCall = { callId, offered: { recording: true, shareScreen: true } };
    expect(await caller.notice('directCall.offered')).toMatchObject(ofCall);
    expect(await callee.notice('directCall.offered')).toMatchObject(ofCall);
    await callee.request('directCall.setRecording', { callId, on: true });
    expect(await caller.notice('directCall.recordingChanged')).toEqual({ callId, on: true });
    const flags = world.db
      .updateTable('features')
      .where('customer_id', '=', customer)
      .where('service', '=', 'service_video_chat');
    await flags.set({ recording: false }).execute();
    try {
      world.events.publish({ type: 'features-changed', customerId: customer });
      await callee.notice('directCall.offered', ({ offered }) => !offered.recording);
      expect(await caller.notice('directCall.recordingChanged', ({ on }) => !on)).toMatchObject({ callId });
      await expect(callee.request('directCall.setRecording', { callId, on: true })).rejects.toMatchObject({
        code: 'feature-disabled',
      });
      await callee.request('directCall.setRecording', { callId, on: false });
    } finally {
      await flags.set({ recording: true }).execute();
    }
  });

  it('let a guest call the owner of its link, in whose history it stands (D16)', async () => {
    const { callee: host } = await meet();
    const token = await world.people.directGuestToken(ken);
    const guest = server.connect();
    clients.push(guest);
    await guest.open({ kind: 'guest', token, name: 'Visitor' });
    await eventually(() => expect(server.presence.stateOf(ken.key)).toBe('online'));
    const { callId, peer } = await guest.request('directCall.inviteHost', {});
    expect(peer).toMatchObject({ name: 'Ken' });
    expect(await host.notice('directCall.rang')).toMatchObject({
      pairId: null,
      peer: { kind: 'guest', name: 'Visitor' },
    });
    await host.request('directCall.accept', { callId });
    await guest.notice('directCall.accepted');
    await guest.request('directCall.hangUp', { callId, ...HANG_UP });
    await host.notice('directCall.ended');
    const rows = await eventually(async () => {
      const written = await world.db
        .selectFrom('connections')
        .where('call_id', '=', callId)
        .selectAll()
        .execute();
      expect(written).toHaveLength(1);
      return written;
    });
    expect(rows).toMatchObject([{ user_id: ken.id, peer_name: 'Visitor', outgoing: false }]);
    await expect(host.request('directCall.inviteHost', {})).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('1-to-1 calls whose server is gone (D14)', () => {
  const TAKE_UP_MS = 1_500;
  let world: CallWorld;
  beforeAll(async () => {
    world = await createCallWorld();
  });
  afterAll(() => world.close());

  /** Hana on the one server talks with Ken on the other. */
  const talk = async () => {
    const [one, other] = [
      await world.startServer({ takeUpMs: TAKE_UP_MS }),
      await world.startServer({ takeUpMs: TAKE_UP_MS }),
    ];
    const customer = await world.people.customer();
    const hana = await world.people.user('Hana', customer);
    const ken = await world.people.user('Ken', customer);
    const pairId = await world.people.pair(hana, ken);
    const callee = await other.enter(ken);
    const caller = await one.enter(hana);
    await eventually(() => expect(one.presence.stateOf(ken.key)).toBe('online'));
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang');
    await callee.request('directCall.accept', { callId });
    await caller.notice('directCall.accepted');
    await eventually(async () =>
      expect(
        await world.db.selectFrom('live_calls').where('call_id', '=', callId).select('call_id').execute(),
      ).toHaveLength(1),
    );
    return { one, other, hana, ken, caller, callee, callId };
  };
  const rowsOf = (callId: CallId) =>
    world.db.selectFrom('connections').where('call_id', '=', callId).selectAll().execute();

  it('are taken up on another one, and end and are recorded as one call', async () => {
    const { one, other, hana, caller, callee, callId } = await talk();
    const before = sessionOf(caller);
    await one.close();
    expect(await callee.notice('directCall.peerAway')).toMatchObject({ callId, away: true });
    expect(await caller.closed).toBe(1012);
    const again = await other.enter(hana);
    expect(await again.request('directCall.takeUp', { callId, before })).toMatchObject({ moved: false });
    await callee.notice('directCall.peerAway', ({ away }) => !away);
    const message = { kind: 'state', microphone: true, camera: false, screen: false } as const;
    await callee.request('directCall.signal', { callId, message });
    expect(await again.notice('directCall.signalled')).toMatchObject({ message });
    await again.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    await eventually(async () => expect(await rowsOf(callId)).toHaveLength(2));
  });

  it('are taken up by both sides where both were on it', async () => {
    const server = await world.startServer({ takeUpMs: TAKE_UP_MS });
    const customer = await world.people.customer();
    const [hana, ken] = [await world.people.user('Hana', customer), await world.people.user('Ken', customer)];
    const pairId = await world.people.pair(hana, ken);
    const [caller, callee] = [await server.enter(hana), await server.enter(ken)];
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.request('directCall.accept', { callId });
    const [hanas, kens] = [sessionOf(caller), sessionOf(callee)];
    await server.close();
    const next = await world.startServer({ takeUpMs: TAKE_UP_MS });
    const [a, b] = [await next.enter(hana), await next.enter(ken)];
    await Promise.all([
      a.request('directCall.takeUp', { callId, before: hanas }),
      b.request('directCall.takeUp', { callId, before: kens }),
    ]);
    expect(next.presence.stateOf(ken.key)).toBe('busy');
    await b.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await a.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    await eventually(async () => expect(await rowsOf(callId)).toHaveLength(2));
  });

  it('end for whoever is left when the other side does not come back', async () => {
    const { one, callee, callId } = await talk();
    await one.close();
    expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'connection-lost' });
  });

  it('cannot be taken up by others', async () => {
    const { one, other, ken, caller, callId } = await talk();
    const before = sessionOf(caller);
    await one.close();
    const stranger = await other.enter(await world.people.user('Eve', ken.customerId));
    await expect(stranger.request('directCall.takeUp', { callId, before })).rejects.toMatchObject({
      code: 'call-not-found',
    });
  });
});
