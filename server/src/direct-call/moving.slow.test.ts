import { describe, expect, it } from 'vitest';
import { endOf, HANG_UP, setUpDirectCalls } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import { layouts } from '#server/testing/set-up-servers.ts';

describe.each(layouts)('1-to-1 calls on %s', (layout) => {
  const { servers, enter, seen, talk, history, missedCalls, idle } = setUpDirectCalls(layout);

  it('tell both to go on in a room, once, however often it is asked (D12)', async () => {
    const { caller, callee, callId } = await talk();
    await Promise.all([
      caller.request('directCall.move', { callId, reason: 'invitation' }),
      callee.request('directCall.move', { callId, reason: 'recording' }),
    ]);
    await caller.notice('directCall.moved', (said) => said.callId === callId);
    await callee.notice('directCall.moved', (said) => said.callId === callId);
    // Whatever was said to it before has arrived.
    await caller.request('directCall.refreshIce', { callId });
    expect(caller.frames.filter(({ notice }) => notice === 'directCall.moved')).toHaveLength(1);
    // What they have continues until media comes from the room.
    const message = { kind: 'switched' } as const;
    await callee.request('directCall.signal', { callId, message });
    expect(await caller.notice('directCall.signalled')).toMatchObject({ message });
  });

  it('ring a third person, who joins and stands in the history as one call (D12)', async () => {
    const { caller, callee, callId, hana, ken } = await talk();
    const yui = await servers.world.people.user('Yui', servers.customer);
    const toYui = await servers.world.people.pair(hana, yui);
    const third = await enter(servers.other, yui);
    await seen(yui);
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
    const rows = await history(callId, 3);
    expect(rows.map(({ peer_name }) => peer_name).sort()).toEqual(['Hana', 'Hana', 'Ken']);
    for (const person of [hana, ken, yui]) await idle(person);
    expect(
      await servers.world.db
        .selectFrom('live_calls')
        .where('call_id', '=', callId)
        .select('call_id')
        .execute(),
    ).toEqual([]);
  });

  it.each(['declined', 'no-answer', 'busy', 'cancelled'] as const)(
    'tell the inviter that the third person does not come: %s (D12)',
    async (reason) => {
      const { caller, callee, callId, hana } = await talk();
      const yui = await servers.world.people.user('Yui', servers.customer);
      const toYui = await servers.world.people.pair(hana, yui);
      const third = await enter(servers.other, yui);
      await seen(yui);
      if (reason === 'busy') {
        const ren = await servers.world.people.user('Ren', servers.customer);
        await enter(servers.other, ren);
        await third.request('directCall.invite', { pairId: await servers.world.people.pair(yui, ren) });
        await eventually(() => expect(servers.server.presence.stateOf(yui.key)).toBe('busy'));
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
      // The call itself continues.
      await callee.request('directCall.refreshIce', { callId });
    },
  );

  it('ring no third person all day long (D2, D12)', async () => {
    const { caller, callee, callId, hana } = await talk();
    const yui = await servers.world.people.user('Yui', servers.customer);
    const invite = await servers.world.people.pair(hana, yui);
    await enter(servers.other, yui);
    await seen(yui);
    const ringOnce = async () => {
      const { invitation } = await caller.request('directCall.move', {
        callId,
        reason: 'invitation',
        invite,
      });
      if (!invitation) throw new Error('Nobody was invited');
      await caller.request('directCall.hangUp', { callId: invitation.callId, ...HANG_UP });
      await caller.notice(
        'directCall.invitationEnded',
        ({ invitationId }) => invitationId === invitation.callId,
      );
    };
    const rings = async () => {
      for (let rung = 0; rung < 40; rung += 1) await ringOnce();
    };
    await expect(rings()).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterMs: expect.any(Number),
    });
    expect((await missedCalls(yui)).length).toBeLessThan(40);
    // The call itself continues.
    for (const side of [caller, callee]) await side.request('directCall.refreshIce', { callId });
  });

  it('let the other server’s side invite as well, and withdraw that (D12)', async () => {
    const { caller, callee, callId, ken } = await talk();
    const yui = await servers.world.people.user('Yui', servers.customer);
    const invite = await servers.world.people.pair(ken, yui);
    const third = await enter(servers.server, yui);
    await seen(yui, servers.other);
    const ringThird = async () => {
      const reply = await callee.request('directCall.move', { callId, reason: 'invitation', invite });
      if (!reply.invitation) throw new Error('No one was invited');
      const { callId: invitationId } = reply.invitation;
      await third.notice('directCall.rang', (rang) => rang.callId === invitationId);
      return invitationId;
    };
    const withdrawn = await ringThird();
    await callee.request('directCall.hangUp', { callId: withdrawn, ...HANG_UP });
    expect(await endOf(third, withdrawn)).toMatchObject({ reason: 'cancelled' });
    await callee.notice('directCall.invitationEnded', ({ invitationId }) => invitationId === withdrawn);
    // No one rings for someone who has left.
    const left = await ringThird();
    await callee.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await endOf(third, left)).toMatchObject({ reason: 'cancelled' });
    expect(await endOf(caller, callId)).toMatchObject({ reason: 'hung-up' });
  });

  it('are not moved where group chat is not in force for the one who asks (D12)', async () => {
    const { caller, callId } = await talk();
    const flags = servers.world.db
      .updateTable('features')
      .where('customer_id', '=', servers.customer)
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
});
