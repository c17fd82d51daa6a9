import { describe, expect, it } from 'vitest';
import type { PeerMessage } from '#protocol/signal/direct-call.ts';
import { endOf, HANG_UP, RING_MS, setUpDirectCalls } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { layouts } from '#server/testing/set-up-servers.ts';
import { accessToken, type TestSignalClient } from '#server/testing/signal-client.ts';

describe.each(layouts)('1-to-1 calls on %s', (layout) => {
  const { servers, connect, enter, seen, meet, ring, talk, history, missedCalls, idle } =
    setUpDirectCalls(layout);

  it('ring, are accepted, carry messages both ways, and are recorded for both sides', async () => {
    const { caller, callee, callId, accepted, hana, ken } = await talk();
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
    const experience = { setUpMs: 640, good: 7, fair: 2, poor: 0, loss: 0.01, roundTripMs: 45 };
    await caller.request('directCall.report', { callId, ...report, experience });
    await callee.request('directCall.hangUp', { callId, ...HANG_UP });
    for (const side of [caller, callee]) {
      expect(await endOf(side, callId)).toMatchObject({ reason: 'hung-up' });
    }
    // After the end, as a browser does that the other side has hung up on (D10).
    await callee.request('directCall.report', {
      callId,
      ...report,
      relayed: false,
      experience: { ...experience, setUpMs: 700 },
    });
    await history(callId);
    await eventually(async () => {
      const rows = await history(callId);
      const common = { kind: 'direct', bytes: 1_234, end_reason: 'hung-up' };
      expect(rows.find(({ user_id }) => user_id === hana.id)).toMatchObject({
        ...common,
        ...{ outgoing: true, peer_id: ken.id, peer_name: 'Ken', relayed: true },
        ...{ set_up_ms: 640, good_s: 7, fair_s: 2, poor_s: 0, mean_loss: 0.01, mean_round_trip_ms: 45 },
      });
      expect(rows.find(({ user_id }) => user_id === ken.id)).toMatchObject({
        ...common,
        ...{ outgoing: false, peer_id: hana.id, peer_name: 'Hana', relayed: false },
        ...{ set_up_ms: 700, good_s: 7 },
      });
    });
    await caller.notice('resource.changed', ({ resource }) => resource === 'connections');
    await idle(hana);
    await idle(ken);
    expect(await missedCalls(ken)).toEqual([]);
  });

  it('ring all sessions of the callee; the first that accepts has it (D2, D3)', async () => {
    const { caller, callee, ken, pairId } = await meet();
    const phone = await enter(servers.server, ken);
    const { callId } = await caller.request('directCall.invite', { pairId });
    await phone.notice('directCall.rang');
    // A browser that is opened while it rings.
    const late = await enter(servers.other, ken);
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
    const { caller, callee, callId, ken } = await ring();
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
    const { caller, callee, callId, ken } = await ring();
    await callee.request('directCall.decline', { callId });
    expect(await endOf(caller, callId)).toMatchObject({ reason: 'declined' });
    await history(callId);
    expect(await missedCalls(ken)).toEqual([]);
  });

  it('ring nobody all day long (D2)', async () => {
    const { caller, pairId, ken } = await meet();
    const ringOnce = async () => {
      const { callId } = await caller.request('directCall.invite', { pairId });
      await caller.request('directCall.hangUp', { callId, ...HANG_UP });
      await endOf(caller, callId);
      await idle(ken);
    };
    const rings = async () => {
      for (let rung = 0; rung < 100; rung += 1) await ringOnce();
    };
    await expect(rings()).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterMs: expect.any(Number),
    });
    expect((await missedCalls(ken)).length).toBeLessThan(30);
  });

  it('are either cancelled or accepted where both happen at once, the same for both sides (D4)', async () => {
    const { caller, callee, callId, ken } = await ring();
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
    const { caller, callee, hana } = await talk();
    const third = await servers.world.people.user('Third', servers.customer);
    const toThird = await servers.world.people.pair(third, hana);
    const thirds = await enter(servers.server, third);
    await eventually(() => expect(servers.server.presence.stateOf(hana.key)).toBe('busy'));
    const busy = await thirds.request('directCall.invite', { pairId: toThird });
    expect(await endOf(thirds, busy.callId)).toMatchObject({ reason: 'busy' });
    expect(caller.noticesOf('directCall.rang')).toEqual([]);
    caller.close();
    callee.close();
    await eventually(() => expect(servers.server.presence.stateOf(hana.key)).toBe('offline'));
    const offline = await thirds.request('directCall.invite', { pairId: toThird });
    expect(await endOf(thirds, offline.callId)).toMatchObject({ reason: 'offline' });
    await eventually(async () => expect(await missedCalls(hana)).toHaveLength(2));
  });

  it('find the callee busy whom another call rings, wherever that was begun (D2)', async () => {
    const { callId, ken, callee } = await ring();
    const third = await servers.world.people.user('Third', servers.customer);
    const toKen = await servers.world.people.pair(third, ken);
    const thirds = await enter(servers.other, third);
    const second = await thirds.request('directCall.invite', { pairId: toKen });
    expect(await endOf(thirds, second.callId)).toMatchObject({ reason: 'busy' });
    await callee.request('directCall.accept', { callId });
    expect(callee.noticesOf('directCall.rang')).toHaveLength(1);
  });

  it('ring a browser that is opened meanwhile on a server that knew nothing of the callee (D2)', async () => {
    const { caller, callee, callId, ken } = await ring();
    const late = await enter(servers.server, ken);
    expect(await late.notice('directCall.rang')).toMatchObject({ callId, peer: { name: 'Hana' } });
    await late.request('directCall.accept', { callId });
    await caller.notice('directCall.accepted');
    expect(await endOf(callee, callId)).toMatchObject({ reason: 'answered-elsewhere' });
    for (const client of [callee, late]) expect(client.noticesOf('directCall.rang')).toHaveLength(1);
  });

  it('become one where both call each other (D5)', async () => {
    const { caller, callee, callId, hana, ken, pairId } = await ring();
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
    const { caller, callee, pairId } = await meet();
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
    const { caller, pairId } = await talk();
    await expect(caller.request('directCall.invite', { pairId })).rejects.toMatchObject({
      code: 'already-in-call',
    });
  });

  it('survive a lost socket, which the other side sees (D8)', async () => {
    const { caller, callee, callId, ken } = await talk();
    const { sessionId } = callee.session ?? {};
    callee.cut();
    expect(await caller.notice('directCall.peerAway')).toEqual({ callId, away: true });
    await caller.request('directCall.signal', { callId, message: { kind: 'candidate', candidate: null } });
    const back = connect(servers.other);
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

  it('end for the other side when a sign-in ends, whose own page hears of nothing but that (S10)', async () => {
    const { caller, callee, callId, hana } = await talk();
    servers.world.events.publish({ type: 'tokens-revoked', partyKey: hana.key, familyId: null });
    expect(await caller.closed).toBe(4001);
    expect(await endOf(callee, callId)).toMatchObject({ reason: 'signed-out' });
    expect(caller.noticesOf('directCall.ended')).toEqual([]);
  });

  it('end when the pair is withdrawn or the service is switched off (D11)', async () => {
    const { caller, callee, callId, hana, ken, pairId } = await talk();
    servers.world.events.publish({
      type: 'pair-changed',
      pairId,
      parties: [hana.key, ken.key],
      callable: false,
    });
    for (const side of [caller, callee])
      expect(await endOf(side, callId)).toMatchObject({ reason: 'revoked' });

    await idle(ken);
    const { callId: second } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang', (rang) => rang.callId === second);
    const features = servers.world.db.updateTable('features').where('customer_id', '=', servers.customer);
    await features.set({ enabled: false }).execute();
    servers.world.events.publish({ type: 'features-changed', customerId: servers.customer });
    expect(await endOf(callee, second)).toMatchObject({ reason: 'revoked' });
    await expect(caller.request('directCall.invite', { pairId })).rejects.toMatchObject({
      code: 'service-disabled',
    });
    await features.set({ enabled: true }).execute();
  });

  it('are nobody else’s business (D6)', async () => {
    const { callId, pairId } = await talk();
    const third = await servers.world.people.user('Third', servers.customer);
    const stranger = await enter(servers.server, third);
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

  it('take no report on a connection that they have not had (D10)', async () => {
    const { caller, callee, callId } = await talk();
    const most = 2 ** 50;
    const report = { callId, relayed: false, bytesSent: most, bytesReceived: most };
    for (const leg of [1, 5]) {
      await expect(caller.request('directCall.report', { ...report, leg })).rejects.toMatchObject({
        code: 'call-state',
      });
    }
    await caller.request('directCall.report', report);
    await callee.request('directCall.hangUp', { callId, ...HANG_UP });
    const rows = await history(callId);
    // The history has no more of it than a line of a gigabit can have carried meanwhile.
    const bytes = rows.find(({ outgoing }) => outgoing)?.bytes ?? 0;
    expect(bytes).toBeGreaterThan(1_000_000_000);
    expect(bytes).toBeLessThan(most / 1_000);
  });

  it('are refused where the pair is not approved, the device disabled, or a customer without the service (D1)', async () => {
    const { caller, hana, pairId } = await meet();
    const device = await servers.world.people.device('Lobby', servers.customer);
    const elsewhere = await servers.world.people.user(
      'Elsewhere',
      await servers.world.people.customer('UNVERIFIED'),
    );
    const invite = async (target: Person, state: 'INVITED' | 'VERIFIED') => {
      const id = await servers.world.people.pair(hana, target, state);
      return caller.request('directCall.invite', { pairId: id });
    };
    const third = await servers.world.people.user('Third', servers.customer);
    await expect(invite(third, 'INVITED')).rejects.toMatchObject({ code: 'user-not-approved' });
    await expect(invite(device, 'INVITED')).rejects.toMatchObject({ code: 'device-not-approved' });
    const disabled = await servers.world.people.device('Cellar', servers.customer);
    await servers.world.db
      .updateTable('devices')
      .set({ state: 'DISABLED' })
      .where('id', '=', disabled.id)
      .execute();
    await expect(invite(disabled, 'VERIFIED')).rejects.toMatchObject({ code: 'device-disabled' });
    await expect(invite(elsewhere, 'VERIFIED')).rejects.toMatchObject({ code: 'service-disabled' });
    // Refused attempts leave no one in a call.
    await caller.request('directCall.invite', { pairId });
  });

  it('stay in the history when one side was deleted meanwhile, without its name (D10)', async () => {
    const { caller, callId, hana, ken } = await talk();
    await servers.world.db.deleteFrom('users').where('id', '=', ken.id).execute();
    await caller.request('directCall.hangUp', { callId, ...HANG_UP });
    const rows = await history(callId);
    expect(rows.map(({ user_id, peer_name }) => [user_id, peer_name]).toSorted()).toEqual(
      [
        [hana.id, 'deleted user'],
        [ken.id, 'Hana'],
      ].toSorted(),
    );
  });

  it('reach a device, which may call as well', async () => {
    const { caller, hana } = await meet();
    const lobby = await servers.world.people.device('Lobby', servers.customer);
    const toLobby = await servers.world.people.pair(hana, lobby);
    const device = await enter(servers.other, lobby);
    await seen(lobby);
    const { callId } = await device.request('directCall.invite', { pairId: toLobby });
    expect(await caller.notice('directCall.rang')).toMatchObject({ peer: { kind: 'device', name: 'Lobby' } });
    await caller.request('directCall.accept', { callId });
    await caller.request('directCall.hangUp', { callId, ...HANG_UP });
    const rows = await history(callId);
    expect(rows.map(({ device_id, user_id }) => device_id ?? user_id).sort()).toEqual(
      [hana.id, lobby.id].sort(),
    );
  });

  it('let a guest call the owner of its link, in whose history it stands (D16)', async () => {
    const { callee: host, ken } = await meet();
    const token = await servers.world.people.directGuestToken(ken);
    const guest = connect(servers.server);
    await guest.open({ kind: 'guest', token, name: 'Visitor' });
    await seen(ken);
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
    const rows = await history(callId, 1);
    expect(rows).toMatchObject([{ user_id: ken.id, peer_name: 'Visitor', outgoing: false }]);
    const visits = await servers.world.db
      .selectFrom('guest_visits')
      .where('call_id', '=', callId)
      .select('customer_id')
      .execute();
    expect(visits).toEqual([{ customer_id: servers.customer }]);
    await expect(host.request('directCall.inviteHost', {})).rejects.toMatchObject({ code: 'forbidden' });
  });
});
