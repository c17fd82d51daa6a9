import { randomUUID } from 'node:crypto';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import { type SfuRequestName, sfuRequests } from '#protocol/sfu/contract.ts';
import { audioParameters, TestMember, videoParameters } from '#sfu/testing/member.ts';
import { newRoomId, startTestNode, type TestNode } from '#sfu/testing/test-node.ts';

const FLOWS = 10;

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode();
});
afterAll(() => node.close());

const names = Object.keys(sfuRequests) as SfuRequestName[];

/** Values that stand where something else is wanted. */
const BROKEN: unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  2 ** 32,
  2 ** 53,
  0.5,
  '',
  'x',
  '\u0000',
  'ä'.repeat(10_000),
  '__proto__',
  [],
  [null],
  [[[[]]]],
  {},
  { length: 1e9 },
  JSON.parse('{"__proto__":{"codecs":[]}}'),
  Array.from({ length: 1_000 }, () => ({})),
];

/** Where nothing is needed, every object will do. */
const needsSomething = (name: SfuRequestName): boolean => !Value.Check(sfuRequests[name].payload, {});

/** Copies of a JSON value, in each of which one place, however deep, holds a broken value or is missing. */
function* broken(value: unknown, replacements: readonly unknown[]): Generator<unknown> {
  yield* replacements;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const worse of broken(item, replacements)) yield value.with(index, worse);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const worse of broken(item, replacements)) yield { ...value, [key]: worse };
    }
  }
}

const codeOf = async (frame: unknown): Promise<string | null> => {
  try {
    await node.askAnything(frame);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : `no code: ${error}`;
  }
};

/** Two other members of the same room, whose media must continue in any case. */
async function witnesses(roomId = newRoomId()) {
  const [sender, receiver] = await Promise.all([
    TestMember.inRoom(node, roomId),
    TestMember.inRoom(node, roomId),
  ]);
  const { producerId } = await sender.film();
  await vi.waitFor(() => receiver.resume(producerId), SLOW);
  return {
    roomId,
    async areUnharmed() {
      const before = receiver.received(producerId);
      await vi.waitFor(() => expect(receiver.received(producerId)).toBeGreaterThan(before + FLOWS), SLOW);
      expect(node.notices.filter(({ notice }) => notice === 'room.lost')).toEqual([]);
    },
    leave() {
      sender.vanish();
      receiver.vanish();
    },
  };
}

describe('a frame', () => {
  it('that cannot be read is refused with its code (N1)', async () => {
    for (const frame of [...BROKEN, { request: 5, data: {} }, { request: 'room.join' }, { data: {} }]) {
      expect(await codeOf(frame)).toBe('malformed-frame');
    }
  });

  it('with a name that the contract lacks is an unknown request', async () => {
    for (const request of ['', 'room.explode', 'constructor', '__proto__', 'toString']) {
      expect(await codeOf({ request, data: {} })).toBe('unknown-request');
    }
  });

  it('whose payload does not match the contract is refused, for every request that needs one', async () => {
    for (const request of names.filter((name) => needsSomething(name))) {
      for (const data of BROKEN.filter((value) => typeof value === 'object' && value !== null)) {
        if (Array.isArray(data)) expect(await codeOf({ request, data })).toBe('malformed-frame');
        else expect(await codeOf({ request, data })).toBe('invalid-payload');
      }
    }
  });

  it('about a room or a member that is not there says so', async () => {
    const { roomId, reply } = await TestMember.join(node, newRoomId());
    const memberId = randomUUID();
    const rtpCapabilities = reply.routerRtpCapabilities;
    for (const self of [
      { roomId, memberId },
      { roomId: randomUUID(), memberId },
    ]) {
      expect(await codeOf({ request: 'room.ready', data: { ...self, rtpCapabilities } })).toBe('not-in-room');
      expect(await codeOf({ request: 'room.setAway', data: { ...self, away: true } })).toBe('not-in-room');
      expect(await codeOf({ request: 'media.resumeConsumer', data: { ...self, consumerId: 'x' } })).toBe(
        'not-in-room',
      );
    }
  });
});

describe('hostile media parameters', () => {
  /** What a member may get back for them; nothing else, and never silence. */
  const refusals = new Set(['malformed-frame', 'invalid-payload', 'invalid-media-parameters', 'conflict']);

  it.each([
    ['audio', 'microphone', audioParameters],
    ['video', 'camera', videoParameters],
  ] as const)(
    'of an %s producer never harm the worker or anybody else',
    async (kind, source, parameters) => {
      const others = await witnesses();
      const member = await TestMember.inRoom(node, others.roomId);
      const { memberId, roomId, reply } = member;
      const full = {
        mid: '0',
        ...parameters(9_000),
        encodings: [
          { ssrc: 9_000, rtx: { ssrc: 9_001 }, maxBitrate: 500_000, scalabilityMode: 'L1T3', dtx: false },
        ],
        rtcp: { cname: 'cname', reducedSize: true },
      };
      let refused = 0;
      for (const rtpParameters of broken(full, BROKEN)) {
        const code = await codeOf({
          request: 'media.produce',
          data: {
            roomId,
            memberId,
            transportId: reply.sendTransport.id,
            kind,
            source,
            rtpParameters,
            paused: false,
          },
        });
        if (code === null) continue;
        refused++;
        expect(refusals).toContain(code);
      }
      expect(refused).toBeGreaterThan(100);
      await others.areUnharmed();
      await member.produce(source);
      member.vanish();
      others.leave();
    },
    60_000,
  );

  it('of DTLS never harm the worker or anybody else', async () => {
    const others = await witnesses();
    const dtlsParameters = { role: 'client', fingerprints: [{ algorithm: 'sha-256', value: 'AB:CD' }] };
    for (const worse of broken(dtlsParameters, BROKEN)) {
      const { memberId, roomId, reply } = await TestMember.join(node, others.roomId);
      const data = { roomId, memberId, transportId: reply.sendTransport.id, dtlsParameters: worse };
      const code = await codeOf({ request: 'media.connectTransport', data });
      if (code !== null) expect(refusals).toContain(code);
      await node.askAnything({ request: 'room.leave', data: { roomId, memberId, reason: 'left' } });
    }
    await others.areUnharmed();
    others.leave();
  });

  it('of capabilities never harm the worker or anybody else', async () => {
    const others = await witnesses();
    const capabilities = {
      codecs: [
        {
          kind: 'video',
          mimeType: 'video/VP8',
          preferredPayloadType: 101,
          clockRate: 90_000,
          parameters: {},
          rtcpFeedback: [{ type: 'nack', parameter: 'pli' }],
        },
      ],
      headerExtensions: [{ kind: 'video', uri: 'urn:ietf:params:rtp-hdrext:sdes:mid', preferredId: 1 }],
    };
    for (const rtpCapabilities of broken(capabilities, BROKEN)) {
      const { memberId, roomId } = await TestMember.join(node, others.roomId);
      const code = await codeOf({ request: 'room.ready', data: { roomId, memberId, rtpCapabilities } });
      if (code !== null) expect(refusals).toContain(code);
      await node.askAnything({ request: 'room.leave', data: { roomId, memberId, reason: 'left' } });
    }
    await others.areUnharmed();
    others.leave();
  });
});
