import type { SfuRequests } from '#protocol/sfu/contract.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import { TestMember, videoParameters } from '#sfu/testing/member.ts';
import { newRoomId } from '#sfu/testing/test-node.ts';
import { type Forwarder, PUBLISHED_SSRC, type StartForwarder } from './sfu-forwarder.ts';
import { startNode } from './sfu-node.ts';
import { until } from './until.ts';

/** The project's own media node, through its own join and signalling. */
export const startOurs: StartForwarder = async (subscribers): Promise<Forwarder> => {
  const node = await startNode();
  const roomId = newRoomId();
  const capacity = subscribers + 1;
  const publisher = await TestMember.join(node, roomId, { capacity });
  const publishing = await publisher.connectSending();
  const producerId = await publisher.produce('camera', videoParameters(PUBLISHED_SSRC));
  const members: TestMember[] = [];
  for (let count = 0; count < subscribers; count++) {
    const member = await TestMember.join(node, roomId, { capacity });
    await member.connectReceiving();
    await member.ready(withoutBandwidthEstimation(member.reply.routerRtpCapabilities));
    await until(() => member.consumers[0]);
    await member.resume(producerId);
    members.push(member);
  }
  return {
    publisher: publishing.track,
    subscribers: members.map((member) => ({ received: () => member.received(producerId) })),
    pids: [node.pid, ...node.workerPids],
    async stop() {
      for (const member of [publisher, ...members]) member.vanish();
      await node.stop();
    },
  };
};

type Capabilities = PayloadOf<SfuRequests, 'room.ready'>['rtpCapabilities'];

/** The load generator sends no feedback; without it the estimate would only add packets of its own. */
export function withoutBandwidthEstimation({
  codecs = [],
  headerExtensions = [],
}: Capabilities): Capabilities {
  const estimating = new Set(['transport-cc', 'goog-remb']);
  return {
    codecs: codecs.map((codec) => ({
      ...codec,
      rtcpFeedback: (codec.rtcpFeedback ?? []).filter(({ type }) => !estimating.has(type)),
    })),
    headerExtensions: headerExtensions.filter(({ uri }) =>
      uri.startsWith('urn:ietf:params:rtp-hdrext:sdes:mid'),
    ),
  };
}
