import { describe, expect, it } from 'vitest';
import type { CallId, CustomerId } from '#protocol/ids.ts';
import { endOf, setUpDirectCalls } from '#server/testing/direct-calls.ts';

describe.each(['one server', 'two servers'] as const)('managers who end 1-to-1 calls, %s', (layout) => {
  const { servers, enter, talkKnown, history } = setUpDirectCalls(layout);
  const manager = async (customerId: CustomerId) => {
    const mika = await servers.world.people.manager('Mika', [customerId]);
    return { mika, client: await enter(servers.other, mika) };
  };

  it('end it for both sides, who are told why, and it stands in history and log (M5)', async () => {
    const { callId, caller, callee } = await talkKnown();
    const { mika, client } = await manager(servers.customer);
    await client.request('manage.endCall', { callId });
    for (const side of [caller, callee])
      expect(await endOf(side, callId)).toMatchObject({ reason: 'ended-by-manager' });
    for (const row of await history(callId)) expect(row.end_reason).toBe('ended-by-manager');
    const log = await servers.world.db
      .selectFrom('logs')
      .where('resource_id', '=', callId)
      .select(['actor_id', 'action', 'resource', 'customer_id'])
      .execute();
    expect(log).toEqual([
      { actor_id: mika.id, action: 'end-call', resource: 'calls', customer_id: servers.customer },
    ]);
    await expect(client.request('manage.endCall', { callId })).rejects.toMatchObject({
      code: 'call-not-found',
    });
  });

  it('put one of two out by ending the call, and no one who is not in it (M5)', async () => {
    const { callId, caller, callee } = await talkKnown();
    const { client } = await manager(servers.customer);
    await expect(client.request('manage.removeMember', { callId, memberId: 'nobody' })).rejects.toMatchObject(
      {
        code: 'not-found',
      },
    );
    await expect(
      client.request('manage.removeMember', { callId, memberId: 'invited1' }),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
    await client.request('manage.removeMember', { callId, memberId: 'callee' });
    for (const side of [caller, callee])
      expect(await endOf(side, callId)).toMatchObject({ reason: 'ended-by-manager' });
  });

  it('cannot tell a call of others from one that does not exist (M3, M5)', async () => {
    const { callId, caller } = await talkKnown();
    const { client } = await manager(await servers.world.people.customer());
    for (const id of [callId, crypto.randomUUID() as string as CallId]) {
      await expect(client.request('manage.endCall', { callId: id })).rejects.toMatchObject({
        code: 'call-not-found',
      });
      await expect(
        client.request('manage.removeMember', { callId: id, memberId: 'caller' }),
      ).rejects.toMatchObject({ code: 'call-not-found' });
    }
    const user = await enter(servers.other, await servers.world.people.user('Ken', servers.customer));
    await expect(user.request('manage.endCall', { callId })).rejects.toMatchObject({ code: 'forbidden' });
    expect(caller.noticesOf('directCall.ended')).toEqual([]);
  });
});
