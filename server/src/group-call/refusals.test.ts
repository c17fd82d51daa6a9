import { describe, expect, it } from 'vitest';
import type { GroupId } from '#protocol/ids.ts';
import type { SignalPayload } from '#protocol/signal/contract.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';
import type { TestSignalClient } from '#server/testing/signal-client.ts';

const CAMERA = {
  kind: 'video',
  source: 'camera',
  paused: false,
  rtpParameters: {
    codecs: [{ mimeType: 'video/VP8', payloadType: 96, clockRate: 90_000 }],
    encodings: [{ ssrc: 4_711 }],
  },
} satisfies Omit<SignalPayload<'groupCall.produce'>, 'transportId'>;

const inGroup = (groupId: GroupId) => ({ target: { kind: 'group', groupId } }) as const;

describe('What is refused in a call', () => {
  const servers = setUpServers({ withMediaNode: true });
  const { enter } = servers;

  const meet = async () => {
    const { people } = servers.world;
    const customerId = await people.customer();
    const [hana, ken] = [await people.user('Hana', customerId), await people.user('Ken', customerId)];
    const groupId = await people.group(hana, [ken]);
    const [owner, member] = [await enter(servers.server, hana), await enter(servers.server, ken)];
    const ofMember = await member.request('groupCall.join', inGroup(groupId));
    await owner.request('groupCall.join', inGroup(groupId));
    return { customerId, ken, groupId, owner, member, ofMember };
  };
  const isStillIn = async (client: TestSignalClient) => {
    await client.request('groupCall.setHand', { raised: true });
    expect(client.noticesOf('groupCall.ended')).toEqual([]);
  };

  it('takes no one out of the call that they are in: a locked call (G2)', async () => {
    const { ken, member, owner } = await meet();
    const { people } = servers.world;
    const mei = await people.user('Mei', ken.customerId);
    const elsewhere = await people.group(mei, [ken]);
    const meis = await enter(servers.server, mei);
    await meis.request('groupCall.join', inGroup(elsewhere));
    await meis.request('groupCall.setLocked', { locked: true });
    await expect(member.request('groupCall.join', inGroup(elsewhere))).rejects.toMatchObject({
      code: 'room-locked',
    });
    await isStillIn(member);
    expect(owner.noticesOf('groupCall.memberLeft')).toEqual([]);
    await meis.request('groupCall.setLocked', { locked: false });
    await member.request('groupCall.join', inGroup(elsewhere));
    await owner.notice('groupCall.memberLeft');
    await isStillIn(member);
  });

  it('takes no one out of a 1-to-1 call that has moved (D1, D12)', async () => {
    const { people } = servers.world;
    const [hana, ken] = [
      await people.user('Hana', servers.customer),
      await people.user('Ken', servers.customer),
    ];
    const pairId = await people.pair(hana, ken);
    const groupId = await people.group(hana, []);
    const [caller, callee] = [await enter(servers.server, hana), await enter(servers.server, ken)];
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.request('directCall.accept', { callId });
    await caller.request('directCall.move', { callId, reason: 'recording' });
    const target = { kind: 'call', callId } as const;
    await caller.request('groupCall.join', { target });
    await expect(caller.request('groupCall.join', inGroup(groupId))).rejects.toMatchObject({
      code: 'already-in-call',
    });
    await isStillIn(caller);
  });

  it('is not opened when its feature is withdrawn while the node is opening it (G3)', async () => {
    const { customerId, member, owner, ofMember } = await meet();
    const { pid } = servers.mediaNode;
    if (pid === undefined) throw new Error('no media node runs');
    process.kill(pid, 'SIGSTOP');
    const producing = member.request('groupCall.produce', {
      transportId: ofMember.sendTransport.id,
      ...CAMERA,
    });
    producing.catch(() => {});
    try {
      await servers.world.db
        .updateTable('features')
        .set({ share_camera: false })
        .where('customer_id', '=', customerId)
        .execute();
      servers.world.events.publish({ type: 'features-changed', customerId });
      await owner.notice('groupCall.offeredChanged', ({ shareCamera }) => !shareCamera);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // Refused, or closed at once: that depends on which of both the server hears first.
    await producing.catch((error) => expect(error).toMatchObject({ code: 'feature-disabled' }));
    await owner.notice('groupCall.producerClosed');
  });
});
