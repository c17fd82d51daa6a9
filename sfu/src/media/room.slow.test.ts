import { randomUUID } from 'node:crypto';
import { observer, type types } from 'mediasoup';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { MemberId } from '#protocol/ids.ts';
import { audioParameters, TestMember, videoParameters } from '#sfu/testing/member.ts';
import { newRoomId, startTestNode, type TestNode } from '#sfu/testing/test-node.ts';

/** Enough packets to know that media flows and not only that it began. */
const FLOWS = 10;
let node: TestNode;
/** The node's own, by id. */
const transports = new Map<string, types.WebRtcTransport>();
const vanishing: TestMember[] = [];
beforeAll(async () => {
  observer.on('newworker', (worker) =>
    worker.observer.on('newrouter', (router) =>
      router.observer.on('newtransport', (transport) => {
        if (transport.type === 'webrtc') transports.set(transport.id, transport as types.WebRtcTransport);
      }),
    ),
  );
  node = await startTestNode();
});
afterEach(() => {
  for (const member of vanishing.splice(0)) member.vanish();
});
afterAll(() => node.close());

async function inRoom(...options: Parameters<typeof TestMember.inRoom>) {
  const member = await TestMember.inRoom(...options);
  vanishing.push(member);
  return member;
}

describe('joining', () => {
  it('answers with everything that a browser needs', async () => {
    const { reply } = await TestMember.join(node, newRoomId());
    expect(reply.members).toEqual([]);
    expect(reply.activeSpeaker).toBeNull();
    for (const { iceCandidates, iceParameters, dtlsParameters } of [
      reply.sendTransport,
      reply.receiveTransport,
    ]) {
      expect(iceCandidates.map(({ protocol }) => protocol).sort()).toEqual(['tcp', 'udp']);
      expect(iceParameters.iceLite).toBe(true);
      expect(dtlsParameters.fingerprints.length).toBeGreaterThan(0);
    }
  });

  it('offers the codecs of the specification, with RTX for video and without the orientation extension', async () => {
    const { reply } = await TestMember.join(node, newRoomId());
    const { codecs = [], headerExtensions = [] } = reply.routerRtpCapabilities;
    const names = codecs.map(({ mimeType }) => mimeType);
    expect(names.filter((name) => name !== 'video/rtx')).toEqual([
      'audio/opus',
      'audio/G722',
      'audio/PCMU',
      'audio/PCMA',
      'video/VP8',
      'video/VP9',
      'video/H264',
      'video/H264',
    ]);
    expect(names.filter((name) => name === 'video/rtx')).toHaveLength(4);
    expect(codecs[0]?.parameters).toEqual({ useinbandfec: 1, usedtx: 1 });
    expect(headerExtensions.length).toBeGreaterThan(0);
    expect(headerExtensions.map(({ uri }) => String(uri))).not.toContain('urn:3gpp:video-orientation');
  });

  it('tells those who are there, and the one who comes of them and their producers', async () => {
    const roomId = newRoomId();
    const first = await inRoom(node, roomId, { owner: true });
    const producerId = await first.produce('microphone');
    const second = await TestMember.join(node, roomId);
    expect(second.reply.members).toEqual([
      {
        memberId: first.memberId,
        party: expect.objectContaining({ name: 'Member' }),
        owner: true,
        away: false,
        handRaisedAt: null,
        recording: false,
        link: null,
        producers: [{ producerId, kind: 'audio', source: 'microphone', paused: false }],
      },
    ]);
    await vi.waitFor(
      () =>
        expect(first.heard('groupCall.memberJoined').map(({ member }) => member.memberId)).toEqual([
          second.memberId,
        ]),
      SLOW,
    );
  });

  it('is refused when the room is full, and possible again when someone has left', async () => {
    const roomId = newRoomId();
    const capacity = 2;
    const first = await TestMember.join(node, roomId, { capacity });
    await TestMember.join(node, roomId, { capacity });
    await expect(TestMember.join(node, roomId, { capacity })).rejects.toMatchObject({ code: 'room-full' });
    await first.leave();
    await TestMember.join(node, roomId, { capacity });
  });

  it('never admits more than its capacity, however many come at once', async () => {
    const roomId = newRoomId();
    const joins = Array.from({ length: 8 }, () => TestMember.join(node, roomId, { capacity: 3 }));
    const outcomes = await Promise.allSettled(joins);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(node.node.rooms.get(roomId).peers.size).toBe(3);
  });

  it('again with the same id replaces the old participation', async () => {
    const roomId = newRoomId();
    const memberId = randomUUID() as MemberId;
    const other = await inRoom(node, roomId);
    const old = await inRoom(node, roomId, { memberId });
    await old.produce('camera');
    const rejoined = await TestMember.join(node, roomId, { memberId, capacity: 2 });
    expect(rejoined.reply.members.map((member) => member.memberId)).toEqual([other.memberId]);
    await vi.waitFor(() => {
      expect(other.heard('groupCall.memberLeft')).toEqual([{ memberId, reason: 'replaced' }]);
      expect(other.heard('groupCall.memberJoined').at(-1)?.member).toMatchObject({ memberId, producers: [] });
    }, SLOW);
    expect(node.node.rooms.get(roomId).peers.size).toBe(2);
  });

  it('does not survive a leave that overtakes it (N6)', async () => {
    const roomId = newRoomId();
    const memberId = randomUUID() as MemberId;
    await TestMember.join(node, roomId);
    const joining = TestMember.join(node, roomId, { memberId });
    const left = node.ask('room.leave', { roomId, memberId, reason: 'left' });
    await expect(joining).rejects.toMatchObject({ code: 'not-in-room' });
    await left;
    expect(node.node.rooms.get(roomId).peers.size).toBe(1);
  });
});

describe('media', () => {
  it('reaches every other member, those who join later too (G4)', async () => {
    const roomId = newRoomId();
    const [first, second] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const [camera, microphone] = await Promise.all([first.film(), second.speak()]);
    const late = await inRoom(node, roomId);

    const expected: [TestMember, string][] = [
      [second, camera.producerId],
      [late, camera.producerId],
      [first, microphone.producerId],
      [late, microphone.producerId],
    ];
    for (const [member, producerId] of expected) {
      await vi.waitFor(() => member.resume(producerId), SLOW);
    }
    await vi.waitFor(() => {
      for (const [member, producerId] of expected) {
        expect(member.received(producerId)).toBeGreaterThan(FLOWS);
      }
    }, SLOW);
    expect(first.received(camera.producerId)).toBe(0);
  });

  it('does not flow before the consumer is resumed, nor while it is paused (G5)', async () => {
    const roomId = newRoomId();
    const [sender, receiver] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const gauge = await inRoom(node, roomId);
    const { producerId } = await sender.film();
    await vi.waitFor(() => gauge.resume(producerId), SLOW);
    await vi.waitFor(() => expect(gauge.received(producerId)).toBeGreaterThan(FLOWS), SLOW);
    expect(receiver.received(producerId)).toBe(0);

    await receiver.resume(producerId);
    await vi.waitFor(() => expect(receiver.received(producerId)).toBeGreaterThan(FLOWS), SLOW);
    await receiver.pause(producerId);
    const atPause = gauge.received(producerId);
    // What was on its way when the consumer paused.
    await vi.waitFor(() => expect(gauge.received(producerId)).toBeGreaterThan(atPause + FLOWS), SLOW);
    const received = receiver.received(producerId);
    await vi.waitFor(() => expect(gauge.received(producerId)).toBeGreaterThan(atPause + 3 * FLOWS), SLOW);
    expect(receiver.received(producerId)).toBe(received);
  });

  it('is opened once for each pair of producer and member, however they cross', async () => {
    const roomId = newRoomId();
    const sender = await inRoom(node, roomId);
    const receivers = await Promise.all(Array.from({ length: 4 }, () => TestMember.join(node, roomId)));
    await Promise.all([
      sender.produce('camera'),
      ...receivers.map((member) => member.ready()),
      sender.produce('microphone'),
      ...receivers.map((member) => member.ready()),
      sender.produce('screen'),
    ]);
    await vi.waitFor(() => {
      for (const member of receivers) {
        expect(member.consumers.map(({ source }) => source).sort()).toEqual([
          'camera',
          'microphone',
          'screen',
        ]);
      }
    }, SLOW);
  });

  it('is closed by its source alone, whichever id it has and whether or not there is one (G17)', async () => {
    const roomId = newRoomId();
    const [sender, receiver] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const { memberId } = sender;
    const screen = await sender.produce('screen');
    const camera = await sender.produce('camera');
    const request = { roomId, memberId, source: 'screen' } as const;
    await node.ask('media.closeSource', request);
    await node.ask('media.closeSource', request);
    await vi.waitFor(
      () => expect(receiver.heard('groupCall.producerClosed')).toEqual([{ memberId, producerId: screen }]),
      SLOW,
    );
    await vi.waitFor(() => receiver.consumerOf(camera), SLOW);
  });

  it('of a producer is announced, paused, resumed and closed to all others and no one else', async () => {
    const roomId = newRoomId();
    const [sender, receiver] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const { memberId } = sender;
    const producerId = await sender.produce('microphone');
    const reference = { roomId, memberId, producerId };
    await node.ask('media.pauseProducer', reference);
    await node.ask('media.pauseProducer', reference);
    await node.ask('media.resumeProducer', reference);
    await vi.waitFor(() => receiver.consumerOf(producerId), SLOW);
    await node.ask('media.closeProducer', reference);
    await vi.waitFor(() => {
      expect(receiver.heard('groupCall.producerOpened')).toEqual([
        { memberId, producer: { producerId, kind: 'audio', source: 'microphone', paused: false } },
      ]);
      expect(receiver.heard('groupCall.producerPaused').map(({ paused }) => paused)).toEqual([true, false]);
      expect(receiver.heard('groupCall.producerClosed')).toEqual([{ memberId, producerId }]);
      expect(receiver.consumers).toEqual([]);
    }, SLOW);
    expect(receiver.heardNames.indexOf('groupCall.consumerClosed')).toBeLessThan(
      receiver.heardNames.indexOf('groupCall.producerClosed'),
    );
    expect(sender.heardNames.filter((name) => name.includes('producer'))).toEqual([]);
    await expect(node.ask('media.pauseProducer', reference)).rejects.toMatchObject({
      code: 'media-object-not-found',
    });
  });

  it('that is paused and resumed in one breath flows in the end', async () => {
    const roomId = newRoomId();
    const [sender, receiver] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const { producerId } = await sender.film();
    const reference = { roomId, memberId: sender.memberId, producerId };
    await vi.waitFor(() => receiver.resume(producerId), SLOW);
    await Promise.all([
      node.ask('media.pauseProducer', reference),
      node.ask('media.resumeProducer', reference),
      node.ask('media.pauseProducer', reference),
      node.ask('media.resumeProducer', reference),
    ]);
    const before = receiver.received(producerId);
    await vi.waitFor(() => expect(receiver.received(producerId)).toBeGreaterThan(before + FLOWS), SLOW);
    expect(receiver.heard('groupCall.producerPaused').map(({ paused }) => paused)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('of one source replaces what the source sent before', async () => {
    const roomId = newRoomId();
    const [sender, receiver] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const first = await sender.produce('camera', videoParameters(77));
    // The same streams once more: a request that was repeated because its answer was lost.
    const second = await sender.produce('camera', videoParameters(77));
    await vi.waitFor(() => {
      expect(receiver.consumers.map(({ producerId }) => producerId)).toEqual([second]);
      expect(receiver.heard('groupCall.producerClosed').map(({ producerId }) => producerId)).toEqual([first]);
    }, SLOW);

    await Promise.all([sender.produce('screen'), sender.produce('screen')]);
    await vi.waitFor(() => {
      expect(receiver.consumers.filter(({ source }) => source === 'screen')).toHaveLength(1);
    }, SLOW);
    const { members } = (await TestMember.join(node, roomId)).reply;
    const sources = members.find(({ memberId }) => memberId === sender.memberId)?.producers;
    expect(sources?.map(({ source }) => source).sort()).toEqual(['camera', 'screen']);
  });

  it('of a source must be of its kind', async () => {
    const member = await TestMember.join(node, newRoomId());
    await expect(member.produce('camera', audioParameters(5))).rejects.toMatchObject({
      code: 'invalid-media-parameters',
    });
    const { roomId, memberId, reply } = member;
    await expect(
      node.ask('media.produce', {
        roomId,
        memberId,
        transportId: reply.sendTransport.id,
        kind: 'audio',
        source: 'camera',
        rtpParameters: audioParameters(6),
        paused: false,
      }),
    ).rejects.toMatchObject({ code: 'invalid-media-parameters' });
  });

  it('that was sent in several sizes is received in the one that was asked for', async () => {
    const roomId = newRoomId();
    const [sender, receiver] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const { producerId } = await sender.film(3);
    await vi.waitFor(() => receiver.consumerOf(producerId), SLOW);
    const { consumerId } = receiver.consumerOf(producerId);
    const { memberId } = receiver;
    await node.ask('media.setPreferredLayers', { roomId, memberId, consumerId, spatialLayer: 0 });
    await receiver.resume(producerId);
    await vi.waitFor(() => {
      expect(receiver.heard('groupCall.consumerLayersChanged').at(-1)).toEqual({
        consumerId,
        spatialLayer: 0,
      });
      expect(receiver.received(producerId)).toBeGreaterThan(FLOWS);
    }, SLOW);
  });

  it('that a browser cannot decode opens no consumer and harms no other', async () => {
    const roomId = newRoomId();
    const sender = await inRoom(node, roomId);
    const deaf = await TestMember.join(node, roomId);
    const { codecs = [], headerExtensions = [] } = deaf.reply.routerRtpCapabilities;
    const rtpCapabilities = { codecs: codecs.filter(({ kind }) => kind === 'video'), headerExtensions };
    await node.ask('room.ready', { roomId, memberId: deaf.memberId, rtpCapabilities });
    await sender.produce('microphone');
    const camera = await sender.produce('camera');
    await vi.waitFor(() => {
      expect(deaf.consumers.map(({ producerId }) => producerId)).toEqual([camera]);
      expect(deaf.heard('groupCall.producerOpened')).toHaveLength(2);
    }, SLOW);
  });
});

describe('transports', () => {
  it('take their DTLS parameters once', async () => {
    const member = await inRoom(node, newRoomId());
    const { roomId, memberId, reply } = member;
    const fingerprint = { algorithm: 'sha-256' as const, value: Array(32).fill('AB').join(':') };
    await expect(
      node.ask('media.connectTransport', {
        roomId,
        memberId,
        transportId: reply.sendTransport.id,
        dtlsParameters: { role: 'client', fingerprints: [fingerprint] },
      }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are closed as soon as DTLS has ended: their address is free, and what they sent is over for all', async () => {
    const roomId = newRoomId();
    const [member, watcher] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const { memberId, reply } = member;
    const producerId = await member.produce('camera');
    await vi.waitFor(() => watcher.consumerOf(producerId), SLOW);
    // The test client goes without a word where a browser says good-bye, so this end is told that it has.
    transports.get(reply.sendTransport.id)?.emit('dtlsstatechange', 'closed');
    await vi.waitFor(() => {
      expect(watcher.heard('groupCall.producerClosed')).toEqual([{ memberId, producerId }]);
    }, SLOW);
    expect(transports.get(reply.sendTransport.id)?.closed).toBe(true);
    await expect(
      node.ask('media.restartIce', { roomId, memberId, transportId: reply.sendTransport.id }),
    ).rejects.toMatchObject({ code: 'media-object-not-found' });
    // It is still in the room: leaving is its server's to say.
    expect(node.node.rooms.get(roomId).peers.size).toBe(2);
  });

  it('get new ICE credentials at a restart', async () => {
    const { roomId, memberId, reply } = await inRoom(node, newRoomId());
    const { id: transportId, iceParameters: old } = reply.receiveTransport;
    const { iceParameters } = await node.ask('media.restartIce', { roomId, memberId, transportId });
    expect(iceParameters.usernameFragment).not.toBe(old.usernameFragment);
    expect(iceParameters.password).not.toBe(old.password);
  });

  it("of another member are out of one's reach (N2)", async () => {
    const roomId = newRoomId();
    const [one, other] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const producerId = await other.produce('camera');
    const { memberId } = one;
    const refused = { code: 'media-object-not-found' };
    const transportId = other.reply.sendTransport.id;
    await expect(node.ask('media.restartIce', { roomId, memberId, transportId })).rejects.toMatchObject(
      refused,
    );
    await expect(node.ask('media.closeProducer', { roomId, memberId, producerId })).rejects.toMatchObject(
      refused,
    );
    await vi.waitFor(() => one.consumerOf(producerId), SLOW);
    const { consumerId } = one.consumerOf(producerId);
    await expect(
      node.ask('media.resumeConsumer', { roomId, memberId: other.memberId, consumerId }),
    ).rejects.toMatchObject(refused);
  });
});

describe('leaving', () => {
  it('closes what the member sent and received, tells the others, and can be done twice', async () => {
    const roomId = newRoomId();
    const [leaver, stayer] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const camera = await leaver.produce('camera');
    await stayer.produce('camera');
    await vi.waitFor(() => stayer.consumerOf(camera), SLOW);
    await leaver.leave('removed');
    await leaver.leave();
    await node.ask('room.leave', { roomId: newRoomId(), memberId: leaver.memberId, reason: 'left' });
    const { memberId } = leaver;
    await vi.waitFor(() => {
      expect(stayer.consumers).toEqual([]);
      expect(stayer.heard('groupCall.producerClosed')).toEqual([{ memberId, producerId: camera }]);
      expect(stayer.heard('groupCall.memberLeft')).toEqual([{ memberId, reason: 'removed' }]);
    }, SLOW);
    expect(stayer.heardNames.at(-1)).toBe('groupCall.memberLeft');
    await expect(leaver.ready()).rejects.toMatchObject({ code: 'not-in-room' });
  });

  it('for a while is told to the others', async () => {
    const roomId = newRoomId();
    const [absent, other] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const { memberId } = absent;
    await node.ask('room.setAway', { roomId, memberId, away: true });
    await node.ask('room.setAway', { roomId, memberId, away: true });
    expect((await TestMember.join(node, roomId)).reply.members).toContainEqual(
      expect.objectContaining({ memberId, away: true }),
    );
    await node.ask('room.setAway', { roomId, memberId, away: false });
    await vi.waitFor(
      () =>
        expect(other.heard('groupCall.memberAway')).toEqual([
          { memberId, away: true },
          { memberId, away: false },
        ]),
      SLOW,
    );
  });
});

describe('what is said of the members', () => {
  it('names who speaks, no one in a silence, and the speaker to those who join later', async () => {
    const roomId = newRoomId();
    const [speaker, listener] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const { memberId } = speaker;
    const voice = await speaker.speak();
    const said = () => listener.heard('groupCall.activeSpeakerChanged').map((change) => change.memberId);
    await vi.waitFor(() => expect(said()).toEqual([memberId]), SLOW);
    expect((await TestMember.join(node, roomId)).reply.activeSpeaker).toBe(memberId);

    voice.setLoud(false);
    await vi.waitFor(() => expect(said()).toEqual([memberId, null]), SLOW);
    expect((await TestMember.join(node, roomId)).reply.activeSpeaker).toBeNull();

    // mediasoup does not name the same speaker again.
    voice.setLoud(true);
    await vi.waitFor(() => expect(said()).toEqual([memberId, null, memberId]), SLOW);
    await speaker.leave();
    await vi.waitFor(() => expect(said().at(-1)).toBeNull(), SLOW);
  });

  it('tells how well their media arrives, also to those who join later', async () => {
    const roomId = newRoomId();
    const [sender, receiver] = await Promise.all([inRoom(node, roomId), inRoom(node, roomId)]);
    const { memberId } = sender;
    const flow = await sender.film(2);
    await vi.waitFor(() => {
      expect(receiver.heard('groupCall.memberQualityChanged')).toEqual([{ memberId, score: 10 }]);
    }, SLOW);
    await vi.waitFor(async () => {
      const { members } = await node.ask('room.inspect', { roomId });
      const own = members.find((member) => member.memberId === memberId);
      expect(own).toMatchObject({ quality: 10, sources: ['camera'], bitRates: { down: 0 } });
      expect(own?.bitRates?.up).toBeGreaterThan(0);
    }, SLOW);
    const late = await inRoom(node, roomId);
    await vi.waitFor(() => {
      expect(late.heard('groupCall.memberQualityChanged')).toEqual([{ memberId, score: 10 }]);
    }, SLOW);
    flow.stop();
    await vi.waitFor(() => {
      expect(receiver.heard('groupCall.memberQualityChanged').at(-1)).toEqual({ memberId, score: 0 });
    }, SLOW);
  });
});
