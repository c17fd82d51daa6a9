import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { CustomerId, GroupId, UserId } from '#protocol/ids.ts';
import type { ManagedCall } from '#protocol/signal/manage.ts';
import { eventually } from '#server/testing/eventually.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';
import type { TestSignalClient } from '#server/testing/signal-client.ts';

describe('managers and the calls of groups', () => {
  const servers = setUpServers({ layout: 'two servers', withMediaNode: true });

  const join = (client: TestSignalClient, groupId: GroupId) =>
    client.request('groupCall.join', { target: { kind: 'group', groupId } });
  /** Each server writes who is in a call at its own time: until it stands there, and whose call it is. */
  const written = (groupId: GroupId, { id }: { readonly id: UserId }, customerId: CustomerId) =>
    eventually(() =>
      servers.world.db
        .selectFrom('live_group_members')
        .innerJoin('live_group_calls', 'live_group_calls.group_id', 'live_group_members.group_id')
        .where('live_group_calls.group_id', '=', groupId)
        .where('user_id', '=', id)
        .where(sql<boolean>`${customerId} = any(customer_ids)`)
        .select('user_id')
        .executeTakeFirstOrThrow(),
    );
  /** Hana's group with Ken, who has another customer. */
  const meet = async () => {
    const { people } = servers.world;
    const elsewhere = await people.customer();
    const hana = await people.user('Hana', servers.customer);
    const ken = await people.user('Ken', elsewhere);
    const groupId = await people.group(hana, [ken]);
    const owner = await servers.enter(servers.server, hana);
    const member = await servers.enter(servers.other, ken);
    const { memberId: ownerId } = await join(owner, groupId);
    await written(groupId, hana, servers.customer);
    const { memberId } = await join(member, groupId);
    await written(groupId, ken, elsewhere);
    return { elsewhere, hana, ken, groupId, owner, ownerId, member, memberId };
  };
  const managerOf = async (customerId: CustomerId) =>
    servers.enter(servers.other, await servers.world.people.manager('Mika', [customerId]));
  /** The group's call, as soon as it is as wanted. */
  const callOf = async (
    client: TestSignalClient,
    matches: (call: ManagedCall) => boolean,
  ): Promise<ManagedCall> => {
    const from = client.frames.length;
    // Clients ask again, too, where the database of a busy machine has refused.
    const { calls } = await eventually(() =>
      client.request('manage.watch', { topics: ['calls'], customerIds: null }),
    );
    const shown = calls?.shown.find(matches);
    if (shown) return shown;
    const { changed } = await client.notice(
      'manage.callsChanged',
      (data) => data.changed.some(matches),
      from,
    );
    const found = changed.find(matches);
    if (!found) throw new Error('no such call');
    return found;
  };
  const isOf =
    (groupId: GroupId, size = 2) =>
    (call: ManagedCall) =>
      call.groupId === groupId && call.size === size;

  it('see who is in one, on which node, and each who comes or goes (M3)', async () => {
    const { groupId, member, hana, ken, ownerId, memberId } = await meet();
    const client = await managerOf(servers.customer);
    const call = await callOf(client, isOf(groupId));
    const [node] = servers.server.sfu.nodes;
    expect(call).toMatchObject({
      kind: 'group',
      groupName: 'Test group',
      customerIds: [servers.customer],
      nodeId: node?.nodeId,
      interrupted: false,
      mayEnd: true,
    });
    expect(call.people).toEqual([
      { memberId: ownerId, kind: 'user', name: 'Hana', id: hana.id, customerId: servers.customer },
      { memberId, kind: 'user', name: 'Ken', id: null, customerId: null },
    ]);
    expect(ken.customerId).not.toBe(servers.customer);
    await member.request('groupCall.leave', {});
    await client.notice('manage.callsChanged', ({ changed }) => changed.some(isOf(groupId, 1)));
  });

  it('see guests counted in a call that no one has opened, until they leave it (M3)', async () => {
    const { groupId } = await meet();
    const client = await managerOf(servers.customer);
    const before = await callOf(client, isOf(groupId));
    const guest = servers.connect(servers.server);
    await guest.open({
      kind: 'guest',
      token: await servers.world.people.guestToken(groupId),
      name: 'Grace',
    });
    await join(guest, groupId);
    expect(await callOf(client, isOf(groupId, 3))).toMatchObject({ people: before.people, guests: 1 });
    await guest.request('groupCall.leave', {});
    await callOf(client, isOf(groupId));
  });

  it('open one, with everyone in it and what they send, for as long as it goes on (M8)', async () => {
    const { groupId, ownerId, memberId, member, hana } = await meet();
    const token = await servers.world.people.guestToken(groupId);
    const guest = servers.connect(servers.server);
    await guest.open({ kind: 'guest', token, name: 'Grace' });
    await join(guest, groupId);
    const client = await managerOf(servers.customer);
    const { callId } = await callOf(client, isOf(groupId, 3));
    const { opened } = await client.request('manage.watch', { topics: [], customerIds: null, callId });
    expect(opened?.members).toMatchObject([
      {
        memberId: ownerId,
        name: 'Hana',
        id: hana.id,
        owner: true,
        away: false,
        sources: [],
        mayRemove: true,
      },
      { memberId, name: 'Ken', id: null, owner: false, mayRemove: true },
      { kind: 'guest', name: 'Grace', id: null, customerId: null, mayRemove: true },
    ]);
    await member.request('groupCall.reportLink', { loss: 0.1, roundTripMs: 120 });
    await client.notice('manage.callChanged', (data) =>
      Boolean(data.opened?.members.some(({ link }) => link?.roundTripMs === 120)),
    );
    await client.request('manage.endCall', { callId });
    await client.notice('manage.callChanged', (data) => data.callId === callId && data.opened === null);
  });

  it('end it for everyone, on whichever servers they are (M5)', async () => {
    const { groupId, owner, member } = await meet();
    const client = await managerOf(servers.customer);
    const { callId } = await callOf(client, isOf(groupId));
    await client.request('manage.endCall', { callId });
    for (const one of [owner, member])
      expect(await one.notice('groupCall.ended')).toEqual({ reason: 'ended-by-manager' });
    await client.notice('manage.callsChanged', ({ ended }) => ended.includes(callId));
    await expect(client.request('manage.endCall', { callId })).rejects.toMatchObject({
      code: 'call-not-found',
    });
  });

  it('put someone out for the rest of the call, the owner of the group too (M5)', async () => {
    const { elsewhere, groupId, owner, ownerId, member, memberId } = await meet();
    const client = await managerOf(servers.customer);
    const { callId } = await callOf(client, isOf(groupId));
    await expect(
      client.request('manage.removeMember', { callId, memberId: crypto.randomUUID() }),
    ).rejects.toMatchObject({ code: 'not-found' });
    await client.request('manage.removeMember', { callId, memberId });
    expect(await member.notice('groupCall.ended')).toEqual({ reason: 'removed-by-manager' });
    await expect(join(member, groupId)).rejects.toMatchObject({ code: 'member-removed' });
    const entries = await servers.world.db
      .selectFrom('logs')
      .where('resource_id', '=', callId)
      .select(['actor_id', 'customer_id', 'address', 'details'])
      .execute();
    const changes = [{ field: 'members', before: 'Ken', after: null }];
    const ofOwn = entries.find(({ customer_id }) => customer_id === servers.customer);
    expect(ofOwn).toMatchObject({
      actor_id: expect.any(String),
      details: { objectName: 'Test group', actorName: 'Mika', changes },
    });
    // The other customer does not learn who the manager is, nor what the group is called.
    const ofOthers = entries.filter(({ customer_id }) => customer_id === elsewhere);
    expect(ofOthers).toMatchObject([
      { actor_id: null, address: null, details: { objectName: 'Hana, Ken', actorName: 'Mika', changes } },
    ]);
    expect(ofOthers[0]?.details).not.toHaveProperty('actorCustomerId');
    await client.request('manage.removeMember', { callId, memberId: ownerId });
    expect(await owner.notice('groupCall.ended')).toEqual({ reason: 'removed-by-manager' });
  });

  it('of another customer see no name of the group, and reach their own people alone (M3, M5)', async () => {
    const { elsewhere, owner, ownerId, member, memberId, ken } = await meet();
    const client = await managerOf(elsewhere);
    const call = await callOf(client, ({ kind, size }) => kind === 'group' && size === 2);
    expect(call).toMatchObject({ groupName: null, groupId: null, customerIds: [elsewhere], mayEnd: false });
    expect(call.people.map(({ name, id }) => ({ name, id }))).toEqual([
      { name: 'Hana', id: null },
      { name: 'Ken', id: ken.id },
    ]);
    const { callId } = call;
    await expect(client.request('manage.endCall', { callId })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.request('manage.removeMember', { callId, memberId: ownerId })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await client.request('manage.removeMember', { callId, memberId });
    expect(await member.notice('groupCall.ended')).toEqual({ reason: 'removed-by-manager' });
    expect(owner.noticesOf('groupCall.ended')).toEqual([]);
  });
});
