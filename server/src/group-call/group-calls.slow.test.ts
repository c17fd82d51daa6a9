import { describe, expect, it } from 'vitest';
import type { GroupId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { SignalPayload } from '#protocol/signal/contract.ts';
import { createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { MEDIA_NODE_START_MS, setUpServers } from '#server/testing/set-up-servers.ts';
import { accessToken, TestSignalClient } from '#server/testing/signal-client.ts';

/** Time enough for a browser to come back on a loaded machine. */
const GRACE_MS = 3_000;

/** What a browser would send, as far as the media node looks at it before a packet arrives. */
const media = (source: MediaSource, ssrc: number): Omit<SignalPayload<'groupCall.produce'>, 'transportId'> =>
  source === 'microphone'
    ? {
        kind: 'audio',
        source,
        paused: false,
        rtpParameters: {
          codecs: [{ mimeType: 'audio/opus', payloadType: 111, clockRate: 48_000, channels: 2 }],
          encodings: [{ ssrc }],
        },
      }
    : {
        kind: 'video',
        source,
        paused: false,
        rtpParameters: {
          codecs: [{ mimeType: 'video/VP8', payloadType: 96, clockRate: 90_000 }],
          encodings: [{ ssrc }],
        },
      };

describe('group calls', () => {
  const servers = setUpServers({ options: { graceMs: GRACE_MS }, withMediaNode: true });
  const { connect, enter } = servers;
  const users = (...names: string[]) =>
    Promise.all(names.map((name) => servers.world.people.user(name, servers.customer)));
  /** A group of Hana, its owner, and Ken; both connected, on different servers. */
  const gather = async () => {
    const [hana, ken] = (await users('Hana', 'Ken')) as [Person, Person];
    const groupId = await servers.world.people.group(hana, [ken]);
    return {
      hana,
      ken,
      groupId,
      owner: await enter(servers.server, hana),
      member: await enter(servers.other, ken),
    };
  };
  /** All that a browser does to take part, but for the packets. */
  const takePart = async (client: TestSignalClient, groupId: GroupId, ...sources: MediaSource[]) => {
    const joined = await client.request('groupCall.join', { target: { kind: 'group', groupId } });
    await client.request('groupCall.ready', { rtpCapabilities: joined.routerRtpCapabilities });
    const producers: string[] = [];
    for (const [i, source] of sources.entries()) {
      const transportId = joined.sendTransport.id;
      const { producerId } = await client.request('groupCall.produce', {
        transportId,
        ...media(source, 1_000 + i),
      });
      producers.push(producerId);
    }
    return { ...joined, producers };
  };
  const meet = async () => {
    const people = await gather();
    const first = await takePart(people.owner, people.groupId, 'microphone', 'camera');
    const second = await takePart(people.member, people.groupId, 'microphone');
    await people.owner.notice('groupCall.consumerOpened');
    return { ...people, first, second };
  };
  const rowsOf = (person: Person) =>
    eventually(async () => {
      const rows = await servers.world.db
        .selectFrom('connections')
        .where('user_id', '=', person.id)
        .selectAll()
        .execute();
      expect(rows).not.toEqual([]);
      return rows;
    });

  it('give all that a browser needs in the reply to join, and open consumers on both sides (G2, G4, G5)', async () => {
    const { hana, ken, owner, member, first, second } = await meet();
    expect(first).toMatchObject({
      groupName: 'Test group',
      owner: true,
      self: { name: 'Hana' },
      members: [],
    });
    expect(first.ice.iceServers.at(-1)?.username).toContain(hana.key);
    expect(second).toMatchObject({
      owner: false,
      roomId: first.roomId,
      members: [{ memberId: first.memberId, party: { id: hana.id }, owner: true, producers: [{}, {}] }],
    });
    expect(await owner.notice('groupCall.memberJoined')).toMatchObject({ member: { party: { id: ken.id } } });
    const consumer = await owner.notice('groupCall.consumerOpened');
    expect(consumer).toMatchObject({ memberId: second.memberId, source: 'microphone' });
    await owner.request('groupCall.resumeConsumer', { consumerId: consumer.consumerId });
    const camera = await member.notice('groupCall.consumerOpened', ({ source }) => source === 'camera');
    await member.request('groupCall.setPreferredLayers', { consumerId: camera.consumerId, spatialLayer: 0 });
    // No one has the other's consumers (N2).
    await expect(
      owner.request('groupCall.resumeConsumer', { consumerId: camera.consumerId }),
    ).rejects.toMatchObject({ code: 'media-object-not-found' });
    await eventually(() => expect(servers.server.presence.stateOf(ken.key)).toBe('busy'));
  });

  it('answer the join before any notice of the room (W5)', async () => {
    const { groupId, owner, member } = await gather();
    await takePart(owner, groupId, 'microphone');
    await takePart(member, groupId);
    await member.notice('groupCall.consumerOpened');
    const firstNotice = member.frames.findIndex(({ notice }) => notice?.startsWith('groupCall.'));
    const reply = member.frames.findIndex(({ reply }) => reply && 'routerRtpCapabilities' in reply);
    expect(reply).toBeGreaterThan(-1);
    expect(firstNotice).toBeGreaterThan(reply);
  });

  it('tell of pausing, closing and leaving, and record who was there', async () => {
    const { ken, groupId, owner, member, second } = await meet();
    const [producerId] = second.producers;
    if (!producerId) throw new Error('no producer');
    await member.request('groupCall.pauseProducer', { producerId });
    await owner.notice('groupCall.producerPaused', ({ paused }) => paused);
    await member.request('groupCall.closeProducer', { producerId });
    await owner.notice('groupCall.producerClosed');
    await member.request('groupCall.leave', {});
    expect(await owner.notice('groupCall.memberLeft')).toEqual({ memberId: second.memberId, reason: 'left' });
    await expect(member.request('groupCall.pauseProducer', { producerId })).rejects.toMatchObject({
      code: 'not-in-room',
    });
    // Leaving twice is allowed.
    await member.request('groupCall.leave', {});
    expect(await rowsOf(ken)).toMatchObject([
      { kind: 'group', peer_id: groupId, peer_name: 'Test group', end_reason: 'left' },
    ]);
    await member.notice('resource.changed', ({ resource }) => resource === 'connections');
    await eventually(() => expect(servers.other.presence.stateOf(ken.key)).toBe('online'));
  });

  it('show a member away while its socket is lost, and take it back or let it go (G6)', async () => {
    const { ken, groupId, owner, member, second } = await meet();
    const { sessionId } = member.session ?? {};
    const lastSeq = member.lastSeq;
    member.cut();
    expect(await owner.notice('groupCall.memberAway')).toEqual({ memberId: second.memberId, away: true });
    await owner.request('groupCall.produce', {
      transportId: (await owner.request('groupCall.join', { target: { kind: 'group', groupId } }))
        .sendTransport.id,
      ...media('screen', 7_000),
    });
    const back = connect(servers.other);
    await back.open(accessToken(ken.token), sessionId && { sessionId, lastSeq });
    await owner.notice('groupCall.memberAway', ({ away }) => !away);
    // What happened meanwhile: the owner came again, as another member, with a screen.
    await back.notice('groupCall.memberLeft', ({ reason }) => reason === 'replaced');
    await back.notice('groupCall.producerOpened', ({ producer }) => producer.source === 'screen');
    back.cut();
    await owner.notice('groupCall.memberLeft', ({ reason }) => reason === 'lost');
  });

  it('give the place of someone who is away to the browser they join with instead (G6)', async () => {
    const { ken, groupId, owner, member, second } = await meet();
    const { sessionId } = member.session ?? {};
    const lastSeq = member.lastSeq;
    const laptop = await enter(servers.server, ken);
    member.cut();
    await owner.notice('groupCall.memberAway');
    const joined = await takePart(laptop, groupId);
    expect(joined.members).toHaveLength(1);
    expect(await owner.notice('groupCall.memberLeft')).toEqual({
      memberId: second.memberId,
      reason: 'replaced',
    });
    const back = connect(servers.other);
    await back.open(accessToken(ken.token), sessionId && { sessionId, lastSeq });
    await back.notice('groupCall.rebuildNeeded');
  });

  it('take the last member of a browser out that has lost its server, and no one else (G2)', async () => {
    const { ken, groupId, owner, first, second } = await meet();
    const target = { kind: 'group', groupId } as const;
    const elsewhere = await enter(servers.server, ken);
    const joined = await elsewhere.request('groupCall.join', { target, before: second.memberId });
    expect(joined.members.map(({ memberId }) => memberId)).toEqual([first.memberId]);
    expect(await owner.notice('groupCall.memberLeft')).toEqual({
      memberId: second.memberId,
      reason: 'replaced',
    });
    const third = await enter(servers.other, ken);
    const { members } = await third.request('groupCall.join', { target, before: first.memberId });
    expect(members.map(({ memberId }) => memberId)).toContain(first.memberId);
  });

  it('go on for a page that is reloaded: one member takes the place of the other, in one call (G2, S13)', async () => {
    const { ken, groupId, owner, member, second } = await meet();
    const { sessionId } = member.session ?? {};
    member.close(1001);
    await member.closed;
    expect(await owner.notice('groupCall.memberAway')).toEqual({ memberId: second.memberId, away: true });
    const page = connect(servers.other);
    expect(await page.open(accessToken(ken.token), sessionId && { sessionId })).toMatchObject({
      resumed: true,
    });
    const joined = await page.request('groupCall.join', { target: { kind: 'group', groupId } });
    expect(joined.roomId).toBe(second.roomId);
    expect(joined.members).toHaveLength(1);
    expect(await owner.notice('groupCall.memberLeft')).toEqual({
      memberId: second.memberId,
      reason: 'replaced',
    });
    await owner.notice('groupCall.memberJoined', ({ member }) => member.memberId === joined.memberId);
    await page.request('groupCall.leave', {});
    expect(await rowsOf(ken)).toMatchObject([{ kind: 'group', end_reason: 'left' }]);
    await eventually(() => expect(servers.other.presence.stateOf(ken.key)).toBe('online'));
  });

  it('count a closed tab as leaving (G6)', async () => {
    const { owner, member, second } = await meet();
    member.close();
    expect(await owner.notice('groupCall.memberLeft')).toEqual({ memberId: second.memberId, reason: 'left' });
  });

  it('are rebuilt when the media node dies, and count as one call (G9)', async () => {
    const { ken, groupId, owner, member, second } = await meet();
    if (servers.mediaNode.pid === undefined) throw new Error('no media node');
    process.kill(servers.mediaNode.pid, 'SIGKILL');
    for (const side of [owner, member]) {
      expect(await side.notice('groupCall.rebuildNeeded')).toEqual({ reason: 'node-lost' });
    }
    await expect(member.request('groupCall.ready', { rtpCapabilities: {} })).rejects.toMatchObject({
      code: 'not-in-room',
    });
    // Still in the call, for anyone who looks.
    expect(servers.other.presence.stateOf(ken.key)).toBe('busy');
    expect(await servers.server.sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    expect(await servers.other.sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    const [again, alsoAgain] = await Promise.all(
      [owner, member].map((side) => takePart(side, groupId, 'microphone')),
    );
    expect(alsoAgain?.roomId).toBe(again?.roomId);
    expect(alsoAgain?.memberId).not.toBe(second.memberId);
    const from = member.frames.findIndex(({ notice }) => notice === 'groupCall.rebuildNeeded');
    await member.notice('groupCall.consumerOpened', ({ memberId }) => memberId === again?.memberId, from);
    await member.request('groupCall.leave', {});
    expect(await rowsOf(ken)).toMatchObject([{ call_id: second.roomId, end_reason: 'left' }]);
  });

  it('are rebuilt when a worker dies (G9)', async () => {
    const { groupId, owner, member } = await meet();
    const [node] = servers.server.sfu.nodes;
    const pid = node?.workers[0]?.pid;
    if (pid === undefined) throw new Error('no worker');
    process.kill(pid, 'SIGKILL');
    for (const side of [owner, member]) {
      expect(await side.notice('groupCall.rebuildNeeded')).toEqual({ reason: 'worker-died' });
    }
    const [again, alsoAgain] = await Promise.all([owner, member].map((side) => takePart(side, groupId)));
    expect(alsoAgain?.roomId).toBe(again?.roomId);
  });

  it('are over for those who do not come back after that (G9)', async () => {
    const impatient = await servers.world.startServer({ rebuildGraceMs: 300 });
    const { ken, groupId } = await gather();
    const member = await enter(impatient, ken);
    expect(await impatient.sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    await takePart(member, groupId);
    const [node] = impatient.sfu.nodes;
    process.kill(node?.workers[0]?.pid ?? Number.NaN, 'SIGKILL');
    await member.notice('groupCall.rebuildNeeded');
    expect(await rowsOf(ken)).toMatchObject([{ end_reason: 'lost' }]);
    await eventually(() => expect(impatient.presence.stateOf(ken.key)).toBe('online'));
    await impatient.close();
  });

  it('admit no one who may not join (G1)', async () => {
    const { hana, ken, groupId, owner } = await gather();
    const [stranger] = (await users('Stranger')) as [Person];
    const strangers = await enter(servers.server, stranger);
    await expect(
      strangers.request('groupCall.join', { target: { kind: 'group', groupId } }),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
    const invited = await servers.world.people.pair(hana, stranger, 'INVITED');
    await servers.world.db
      .insertInto('group_members')
      .values({ group_id: groupId, pair_id: invited })
      .execute();
    await expect(
      strangers.request('groupCall.join', { target: { kind: 'group', groupId } }),
    ).rejects.toMatchObject({
      code: 'not-found',
    });

    const hour = 3_600_000;
    const later = await servers.world.people.group(ken, [], { startsAt: new Date(Date.now() + hour) });
    const past = await servers.world.people.group(ken, [], { endsAt: new Date(Date.now() - 1) });
    const kens = await enter(servers.server, ken);
    for (const closed of [later, past]) {
      await expect(
        kens.request('groupCall.join', { target: { kind: 'group', groupId: closed } }),
      ).rejects.toMatchObject({
        code: 'group-not-open',
      });
    }
    const outsider = await servers.world.people.user(
      'Outsider',
      await servers.world.people.customer('UNVERIFIED'),
    );
    const theirs = await servers.world.people.group(outsider, []);
    const outsiders = await enter(servers.server, outsider);
    await expect(
      outsiders.request('groupCall.join', { target: { kind: 'group', groupId: theirs } }),
    ).rejects.toMatchObject({
      code: 'service-disabled',
    });
    // A refused attempt leaves no one in a call.
    await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
  });

  it('are open to guests by link, who end with it', async () => {
    const { groupId, owner } = await gather();
    await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
    const token = await servers.world.people.guestToken(groupId);
    const guest = connect(servers.server);
    await guest.open({ kind: 'guest', token, name: ' Visitor ' });
    expect(guest.session?.party).toMatchObject({ kind: 'guest', name: 'Visitor' });
    await takePart(guest, groupId, 'camera');
    await owner.notice('groupCall.memberJoined', ({ member }) => member.party.name === 'Visitor');
    const { groupId: elsewhere } = await gather();
    await expect(
      guest.request('groupCall.join', { target: { kind: 'group', groupId: elsewhere } }),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
    const { id } = await servers.world.db
      .selectFrom('guest_links')
      .where('group_id', '=', groupId)
      .select('id')
      .executeTakeFirstOrThrow();
    servers.world.events.publish({ type: 'tokens-revoked', partyKey: `guest:${id}`, familyId: null });
    expect(await guest.closed).toBe(4001);
    await owner.notice('groupCall.memberLeft', ({ reason }) => reason === 'removed');
  });

  it('put a guest out when the link ends, 24 hours after it was made for a group without an end (S12)', async () => {
    const { groupId, owner } = await gather();
    await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
    const token = await servers.world.people.guestToken(groupId);
    // As if that had been a day ago, but for a moment.
    await servers.world.db
      .updateTable('guest_links')
      .set({ expires_at: new Date(Date.now() + 1_000) })
      .where('group_id', '=', groupId)
      .execute();
    const guest = connect(servers.server);
    await guest.open({ kind: 'guest', token, name: 'Visitor' });
    await takePart(guest, groupId, 'camera');
    expect(await guest.closed).toBe(4001);
    await owner.notice('groupCall.memberLeft', ({ reason }) => reason === 'removed');
  });

  it('tell a guest that the group’s time is over before the session ends, also when it was made shorter (G8, S12)', async () => {
    const { groupId } = await gather();
    const token = await servers.world.people.guestToken(groupId);
    const guest = connect(servers.server);
    await guest.open({ kind: 'guest', token, name: 'Visitor' });
    await takePart(guest, groupId, 'camera');
    await servers.world.db
      .updateTable('groups')
      .set({ ends_at: new Date(Date.now() + 500) })
      .where('id', '=', groupId)
      .execute();
    servers.world.events.publish({ type: 'group-changed', groupId, parties: [] });
    expect(await guest.notice('groupCall.ended')).toEqual({ reason: 'group-closed' });
    expect(await guest.closed).toBe(4001);
  });

  it('put out who is not a member any more, and all when the group is deleted (G8)', async () => {
    const { ken, groupId, owner, member } = await meet();
    await servers.world.db.deleteFrom('group_members').where('group_id', '=', groupId).execute();
    servers.world.events.publish({ type: 'group-changed', groupId, parties: [ken.key] });
    expect(await member.notice('groupCall.ended')).toEqual({ reason: 'removed' });
    await owner.notice('groupCall.memberLeft', ({ reason }) => reason === 'removed');
    expect(owner.noticesOf('groupCall.ended')).toEqual([]);
    servers.world.events.publish({ type: 'group-deleted', groupId, parties: [] });
    expect(await owner.notice('groupCall.ended')).toEqual({ reason: 'group-closed' });
  });

  it('are over for who was moved to a customer without group chat (G8)', async () => {
    const { ken, groupId, owner, member } = await meet();
    const elsewhere = await servers.world.people.customer('UNVERIFIED');
    await servers.world.db
      .updateTable('users')
      .set({ customer_id: elsewhere })
      .where('id', '=', ken.id)
      .execute();
    servers.world.events.publish({ type: 'party-moved', party: ken.key, customerId: elsewhere });
    expect(await member.notice('groupCall.ended')).toEqual({ reason: 'service-disabled' });
    await owner.notice('groupCall.memberLeft', ({ reason }) => reason === 'removed');
    await expect(
      member.request('groupCall.join', { target: { kind: 'group', groupId } }),
    ).rejects.toMatchObject({
      code: 'service-disabled',
    });
  });

  it('are over for all where their owner was moved to a customer without group chat (G8)', async () => {
    const { hana, owner, member } = await meet();
    const elsewhere = await servers.world.people.customer('UNVERIFIED');
    await servers.world.db
      .updateTable('users')
      .set({ customer_id: elsewhere })
      .where('id', '=', hana.id)
      .execute();
    servers.world.events.publish({ type: 'party-moved', party: hana.key, customerId: elsewhere });
    for (const client of [owner, member])
      expect(await client.notice('groupCall.ended')).toEqual({ reason: 'service-disabled' });
  });

  it('end with the group’s time (G8)', async () => {
    const [hana] = (await users('Hana')) as [Person];
    const groupId = await servers.world.people.group(hana, [], { endsAt: new Date(Date.now() + 1_500) });
    const client = await enter(servers.server, hana);
    await client.request('groupCall.join', { target: { kind: 'group', groupId } });
    expect(await client.notice('groupCall.ended')).toEqual({ reason: 'group-closed' });
  });

  it('carry only what the customer’s features allow, at once after a change (G3)', async () => {
    const own = await servers.world.people.customer();
    const hana = await servers.world.people.user('Hana', own);
    const groupId = await servers.world.people.group(hana, []);
    const client = await enter(servers.server, hana);
    const joined = await takePart(client, groupId, 'camera', 'screen');
    const features = servers.world.db
      .updateTable('features')
      .where('customer_id', '=', own)
      .where('service', '=', 'service_group_chat');
    await features.set({ share_screen: false }).execute();
    servers.world.events.publish({ type: 'features-changed', customerId: own });
    const closed = await client.notice('groupCall.producerClosed');
    expect(closed).toEqual({ memberId: joined.memberId, producerId: joined.producers[1] });
    await expect(
      client.request('groupCall.produce', {
        transportId: joined.sendTransport.id,
        ...media('screen', 9_000),
      }),
    ).rejects.toMatchObject({ code: 'feature-disabled' });
    await features.set({ enabled: false }).execute();
    servers.world.events.publish({ type: 'features-changed', customerId: own });
    expect(await client.notice('groupCall.ended')).toEqual({ reason: 'service-disabled' });
    await expect(
      client.request('groupCall.join', { target: { kind: 'group', groupId } }),
    ).rejects.toMatchObject({
      code: 'service-disabled',
    });
  });

  it('and 1-to-1 calls exclude each other in one session', async () => {
    const { hana, ken, groupId, owner, member } = await gather();
    const { id: pairId } = await servers.world.db
      .selectFrom('pairs')
      .where('owner_user_id', '=', hana.id)
      .where('target_user_id', '=', ken.id)
      .select('id')
      .executeTakeFirstOrThrow();
    await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
    await expect(owner.request('directCall.invite', { pairId })).rejects.toMatchObject({
      code: 'already-in-call',
    });
    const { callId } = await member.request('directCall.invite', { pairId });
    expect(await member.notice('directCall.ended')).toMatchObject({ callId, reason: 'busy' });
  });

  it('say that there is no media node where there is none, within what a client waits', async () => {
    const lonely = await createCallWorld();
    try {
      const alone = await lonely.startServer();
      const hana = await lonely.people.user('Hana', await lonely.people.customer());
      const groupId = await lonely.people.group(hana, []);
      const client = new TestSignalClient(alone.url);
      await client.open(accessToken(hana.token));
      await expect(
        client.request('groupCall.join', { target: { kind: 'group', groupId } }),
      ).rejects.toMatchObject({
        code: 'media-node-unavailable',
      });
      expect(alone.presence.stateOf(hana.key)).toBe('online');
      client.close();
    } finally {
      await lonely.close();
    }
  });
});
