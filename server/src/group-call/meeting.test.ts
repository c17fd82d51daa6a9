import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { GroupId, PairId } from '#protocol/ids.ts';
import { MAX_CHAT_CHARACTERS } from '#protocol/limits.ts';
import { saveSubscription } from '#server/push/subscriptions.ts';
import { makeVapid, startPushService } from '#server/push/testing/push-service.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';
import type { TestSignalClient } from '#server/testing/signal-client.ts';

describe('in a group call', () => {
  const servers = setUpServers({ withMediaNode: true, options: { vapid: makeVapid() } });
  const { enter } = servers;
  const join = (client: TestSignalClient, groupId: GroupId) =>
    client.request('groupCall.join', { target: { kind: 'group', groupId } });
  /** Rings as soon as the presence of the other side is known. */
  const ringOnline = (owner: TestSignalClient, ring: { pairId: PairId; forThisCall?: boolean }) =>
    eventually(async () => expect(await owner.request('groupCall.ring', ring)).toEqual({ state: 'online' }));
  const changesOfGroups = (client: TestSignalClient) =>
    client.noticesOf('resource.changed').filter(({ data }) => isDeepStrictEqual(data, { resource: 'groups' }))
      .length;
  const pairOf = async (owner: Person, target: Person) => {
    const { id } = await servers.world.db
      .selectFrom('pairs')
      .where('owner_user_id', '=', owner.id)
      .where('target_user_id', '=', target.id)
      .select('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  /** Hana's group with Ken and Mai; Hana and Ken are in its call. */
  const meet = async () => {
    const [hana, ken, mai] = (await Promise.all(
      ['Hana', 'Ken', 'Mai'].map((name) => servers.world.people.user(name, servers.customer)),
    )) as [Person, Person, Person];
    const groupId = await servers.world.people.group(hana, [ken, mai]);
    const owner = await enter(servers.server, hana);
    const member = await enter(servers.other, ken);
    const first = await join(owner, groupId);
    const second = await join(member, groupId);
    return { hana, ken, mai, groupId, owner, member, first, second };
  };

  it('what one writes reaches everyone, also over servers, without bidirectional controls, and blank or endless texts do not (G10)', async () => {
    const { ken, owner, member } = await meet();
    await member.request('groupCall.say', { text: '  \u202eHel\u2066lo  \n' });
    const said = await owner.notice('groupCall.said');
    expect(said).toMatchObject({ party: { id: ken.id }, text: 'Hello' });
    expect(await member.notice('groupCall.said')).toEqual(said);
    for (const text of ['', ' \n\t ', '\u202e\u2069', 'x'.repeat(MAX_CHAT_CHARACTERS + 1)]) {
      await expect(member.request('groupCall.say', { text })).rejects.toMatchObject({
        code: 'invalid-payload',
      });
    }
  });

  it('the owner rings who is a member and not in a call, in all of their browsers, until they have joined (G14)', async () => {
    const { hana, mai, groupId, owner, member } = await meet();
    const pairOf = async (person: Person) =>
      (
        await servers.world.db
          .selectFrom('pairs')
          .where('owner_user_id', '=', hana.id)
          .where('target_user_id', '=', person.id)
          .select('id')
          .executeTakeFirstOrThrow()
      ).id;
    const pairId = await pairOf(mai);
    expect(await owner.request('groupCall.ring', { pairId })).toEqual({ state: 'offline' });
    const [phone, desktop] = [await enter(servers.server, mai), await enter(servers.other, mai)];
    const rung = async (state: string) =>
      expect(await owner.request('groupCall.ring', { pairId })).toEqual({ state });
    await eventually(() => rung('online'));
    for (const browser of [phone, desktop])
      expect(await browser.notice('groupCall.rang')).toMatchObject({ groupId, by: { id: hana.id } });

    await join(phone, groupId);
    expect(await desktop.notice('groupCall.ringEnded')).toEqual({ groupId });
    await eventually(() => rung('busy'));

    const stranger = await servers.world.people.user('Yui', servers.customer);
    const foreign = await servers.world.people.pair(hana, stranger);
    await expect(owner.request('groupCall.ring', { pairId: foreign })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(member.request('groupCall.ring', { pairId })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('the owner rings someone else for this call only, who may join and come back until it is over (G14)', async () => {
    const { hana, groupId, owner, member } = await meet();
    const yui = await servers.world.people.user('Yui', servers.customer);
    const pairId = await servers.world.people.pair(hana, yui);
    const added = await enter(servers.other, yui);
    await expect(join(added, groupId)).rejects.toMatchObject({ code: 'not-found' });
    await expect(member.request('groupCall.ring', { pairId, forThisCall: true })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await ringOnline(owner, { pairId, forThisCall: true });
    expect(await added.notice('groupCall.rang')).toMatchObject({ groupId, by: { id: hana.id } });
    expect(await join(added, groupId)).toMatchObject({ owner: false });
    await added.request('groupCall.leave', {});
    await join(added, groupId);
    const members = await servers.world.db
      .selectFrom('group_members')
      .where('group_id', '=', groupId)
      .where('pair_id', '=', pairId)
      .selectAll()
      .execute();
    expect(members).toEqual([]);

    for (const client of [owner, member, added]) await client.request('groupCall.leave', {});
    const isOver = async () => {
      const call = servers.world.db.selectFrom('live_group_calls').where('group_id', '=', groupId);
      expect(await call.select('call_id').execute()).toEqual([]);
    };
    await eventually(isOver);
    await expect(join(added, groupId)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('who was added to this call is out of it as soon as the pair is (G8, G14)', async () => {
    const { hana, groupId, owner } = await meet();
    const yui = await servers.world.people.user('Yui', servers.customer);
    const pairId = await servers.world.people.pair(hana, yui);
    const added = await enter(servers.server, yui);
    await ringOnline(owner, { pairId, forThisCall: true });
    await join(added, groupId);
    await servers.world.db.deleteFrom('pairs').where('id', '=', pairId).execute();
    servers.world.events.publish({
      type: 'pair-changed',
      pairId,
      parties: [hana.key, yui.key],
      callable: false,
    });
    expect(await added.notice('groupCall.ended')).toEqual({ reason: 'removed' });
  });

  it('who is rung for this call finds it among their groups while it lasts, and the owner can think better of it (G14)', async () => {
    const { hana, groupId, owner } = await meet();
    const yui = await servers.world.people.user('Yui', servers.customer);
    const pairId = await servers.world.people.pair(hana, yui);
    const rung = await enter(servers.other, yui);
    await ringOnline(owner, { pairId, forThisCall: true });
    await rung.notice('groupCall.rang');
    expect(await rung.notice('resource.changed')).toEqual({ resource: 'groups' });
    await owner.request('groupCall.cancelRing', { pairId });
    expect(await rung.notice('groupCall.ringEnded')).toEqual({ groupId });
    await expect(join(rung, groupId)).rejects.toMatchObject({ code: 'not-found' });

    await owner.request('groupCall.ring', { pairId, forThisCall: true });
    await join(rung, groupId);
    const isCounted = async () =>
      expect(
        await servers.world.db
          .selectFrom('live_group_members')
          .where('group_id', '=', groupId)
          .where('user_id', '=', yui.id)
          .select('id')
          .execute(),
      ).toHaveLength(1);
    await eventually(isCounted);
    await owner.request('groupCall.cancelRing', { pairId });
    await rung.request('groupCall.leave', {});
    await join(rung, groupId);
  });

  it('the owner is told who declines, and no other browser of theirs rings on (G14)', async () => {
    const { hana, mai, groupId, owner, member } = await meet();
    const pairId = await pairOf(hana, mai);
    const [phone, desktop] = [await enter(servers.server, mai), await enter(servers.other, mai)];
    await ringOnline(owner, { pairId });
    // Someone who is not rung ends no ring.
    await member.request('groupCall.declineRing', { groupId });
    await phone.request('groupCall.declineRing', { groupId });
    expect(await desktop.notice('groupCall.ringEnded')).toEqual({ groupId });
    expect(await owner.notice('groupCall.ringUnanswered')).toEqual({
      groupId,
      party: { kind: 'user', id: mai.id },
      reason: 'declined',
    });
    await join(desktop, groupId);
    await expect(member.request('groupCall.cancelRing', { pairId })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('a browser that opens while it rings, rings too, and the owner who comes back sees the ring (G14)', async () => {
    const { hana, mai, groupId, owner } = await meet();
    const pairId = await pairOf(hana, mai);
    const phone = await enter(servers.server, mai);
    await ringOnline(owner, { pairId });
    await phone.notice('groupCall.rang');
    const desktop = await enter(servers.other, mai);
    expect(await desktop.notice('groupCall.rang')).toMatchObject({ groupId, by: { id: hana.id } });
    const { rung } = await join(owner, groupId);
    expect(rung).toEqual([{ pairId, party: { kind: 'user', id: mai.id, name: 'Mai' } }]);
    await owner.request('groupCall.cancelRing', { pairId });
    for (const browser of [phone, desktop]) await browser.notice('groupCall.ringEnded');
    expect((await join(owner, groupId)).rung).toEqual([]);
  });

  it('a ring ends with its pair, and the owner is told (G14)', async () => {
    const { hana, mai, groupId, owner } = await meet();
    const pairId = await pairOf(hana, mai);
    const rung = await enter(servers.other, mai);
    await ringOnline(owner, { pairId });
    await rung.notice('groupCall.rang');
    await servers.world.db.deleteFrom('pairs').where('id', '=', pairId).execute();
    const parties = [hana.key, mai.key];
    servers.world.events.publish({ type: 'pair-changed', pairId, parties, callable: false });
    await rung.notice('groupCall.ringEnded');
    expect(await owner.notice('groupCall.ringUnanswered')).toMatchObject({ groupId, reason: 'missed' });
  });

  it('a ring ends with the call, and members hear that the call has begun and ended (G14)', async () => {
    const { hana, mai, groupId, owner, member } = await meet();
    const pairId = await pairOf(hana, mai);
    const rung = await enter(servers.other, mai);
    await ringOnline(owner, { pairId });
    await rung.notice('groupCall.rang');
    for (const client of [owner, member]) await client.request('groupCall.leave', {});
    expect(await rung.notice('groupCall.ringEnded')).toEqual({ groupId });
    // The ring begins and ends, and the call ends.
    await eventually(() => expect(changesOfGroups(rung)).toBe(3));
    await join(owner, groupId);
    await eventually(() => expect(changesOfGroups(rung)).toBe(4));
  });

  it('no one is added to a call by a pair of others (G14)', async () => {
    const { ken, mai, owner } = await meet();
    const others = await servers.world.people.pair(ken, mai);
    await expect(
      owner.request('groupCall.ring', { pairId: others, forThisCall: true }),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('the owner rings by push who has no page open, and leads to the call (G14, D18)', async () => {
    const { hana, mai, groupId, owner } = await meet();
    const service = await startPushService();
    const { id: userId, familyId } = mai;
    await servers.world.db
      .transaction()
      .execute((trx) => saveSubscription(trx, { userId, familyId }, { ...service.subscription, lang: 'en' }));
    const pairId = await pairOf(hana, mai);
    expect(await owner.request('groupCall.ring', { pairId })).toEqual({ state: 'online' });
    expect((await service.message('group-ring')).message).toMatchObject({
      tag: groupId,
      body: 'Test group',
      path: `/user/groupchat/talk?group=${groupId}`,
    });
    await service.close();
  });

  it('the owner rings no one all day long, by group and 1-to-1 calls together (D2, G14)', async () => {
    const { hana, mai, owner } = await meet();
    const pairId = await pairOf(hana, mai);
    const elsewhere = await enter(servers.server, hana);
    await enter(servers.other, mai);
    await eventually(() => expect(servers.server.presence.stateOf(mai.key)).toBe('online'));
    const rings = async () => {
      for (let rung = 0; rung < 40; rung += 1) await owner.request('groupCall.ring', { pairId });
    };
    await expect(rings()).rejects.toMatchObject({ code: 'too-many-requests' });
    await expect(elsewhere.request('directCall.invite', { pairId })).rejects.toMatchObject({
      code: 'too-many-requests',
    });
  });

  it('whom the owner has removed, or locked out, comes in again once the owner rings them (G11, G14)', async () => {
    const { hana, ken, groupId, owner, member, second } = await meet();
    const pair = await servers.world.db
      .selectFrom('pairs')
      .where('owner_user_id', '=', hana.id)
      .where('target_user_id', '=', ken.id)
      .select('id')
      .executeTakeFirstOrThrow();
    await owner.request('groupCall.removeMember', { memberId: second.memberId });
    await expect(join(member, groupId)).rejects.toMatchObject({ code: 'member-removed' });
    await owner.request('groupCall.setLocked', { locked: true });
    await eventually(async () =>
      expect(await owner.request('groupCall.ring', { pairId: pair.id })).toEqual({ state: 'online' }),
    );
    expect(await join(member, groupId)).toMatchObject({ locked: true });
  });

  it('before joining one is told what one would be offered, and only where one may join (G1)', async () => {
    const { mai, groupId } = await meet();
    const target = { kind: 'group', groupId } as const;
    const waiting = await enter(servers.other, mai);
    expect(await waiting.request('groupCall.look', { target })).toEqual({
      groupName: 'Test group',
      offered: { recording: true, shareCamera: true, shareScreen: true, sharePlayback: true },
    });
    const outsider = await enter(servers.server, await servers.world.people.user('Yui', servers.customer));
    await expect(outsider.request('groupCall.look', { target })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('only the owner keeps order, and only inside the call (G11)', async () => {
    const { hana, owner, member, first, second } = await meet();
    const { memberId } = first;
    const outsider = await enter(servers.server, hana);
    for (const [who, code] of [
      [member, 'forbidden'],
      [outsider, 'not-in-room'],
    ] as const) {
      await expect(who.request('groupCall.setLocked', { locked: true })).rejects.toMatchObject({ code });
      await expect(who.request('groupCall.removeMember', { memberId })).rejects.toMatchObject({ code });
      await expect(who.request('groupCall.lowerHand', { memberId })).rejects.toMatchObject({ code });
      await expect(
        who.request('groupCall.muteMember', { memberId, source: 'microphone' }),
      ).rejects.toMatchObject({ code });
    }
    await member.request('groupCall.setHand', { raised: true });
    await owner.notice('groupCall.handChanged', ({ raisedAt }) => raisedAt !== null);
    await owner.request('groupCall.lowerHand', { memberId: second.memberId });
    expect(await member.notice('groupCall.handChanged', ({ raisedAt }) => raisedAt === null)).toEqual({
      memberId: second.memberId,
      raisedAt: null,
    });
  });

  it('a removed member is told so, counts as gone, and cannot come back (G11)', async () => {
    const { ken, groupId, owner, member, second } = await meet();
    await owner.request('groupCall.removeMember', { memberId: second.memberId });
    expect(await member.notice('groupCall.ended')).toEqual({ reason: 'removed-by-owner' });
    expect(await owner.notice('groupCall.memberLeft')).toEqual({
      memberId: second.memberId,
      reason: 'removed',
    });
    await eventually(() => expect(servers.other.presence.stateOf(ken.key)).toBe('online'));
    await expect(join(member, groupId)).rejects.toMatchObject({ code: 'member-removed' });
    const elsewhere = await enter(servers.server, ken);
    await expect(join(elsewhere, groupId)).rejects.toMatchObject({ code: 'member-removed' });
  });

  it('a locked one admits those who were there and the owner, and no one else (G11)', async () => {
    const { hana, ken, mai, groupId, owner, member } = await meet();
    await owner.request('groupCall.setLocked', { locked: true });
    await member.notice('groupCall.lockChanged', ({ locked }) => locked);
    const late = await enter(servers.other, mai);
    await expect(join(late, groupId)).rejects.toMatchObject({ code: 'room-locked' });
    // A refused join leaves no one in a call.
    await eventually(() => expect(servers.other.presence.stateOf(mai.key)).toBe('online'));
    member.close();
    expect(await join(await enter(servers.other, ken), groupId)).toMatchObject({ locked: true });
    expect(await join(await enter(servers.server, hana), groupId)).toMatchObject({ owner: true });
    await owner.request('groupCall.setLocked', { locked: false });
    await join(late, groupId);
  });

  it('recording is announced where it is allowed, and taken back when it no longer is (G10)', async () => {
    const own = await servers.world.people.customer();
    const hana = await servers.world.people.user('Hana', own);
    const groupId = await servers.world.people.group(hana, []);
    const client = await enter(servers.server, hana);
    const { memberId, offered } = await join(client, groupId);
    expect(offered.recording).toBe(true);
    await client.request('groupCall.setRecording', { on: true });
    expect(await client.notice('groupCall.recordingChanged')).toEqual({ memberId, on: true });
    await servers.world.db
      .updateTable('features')
      .where('customer_id', '=', own)
      .where('service', '=', 'service_group_chat')
      .set({ recording: false })
      .execute();
    servers.world.events.publish({ type: 'features-changed', customerId: own });
    await client.notice('groupCall.recordingChanged', ({ on }) => !on);
    expect(await client.notice('groupCall.offeredChanged')).toMatchObject({ recording: false });
    await expect(client.request('groupCall.setRecording', { on: true })).rejects.toMatchObject({
      code: 'feature-disabled',
    });
  });
});
