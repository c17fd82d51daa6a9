import { createWorker } from 'mediasoup';
import type {
  DtlsParameters,
  MediaKind,
  RtpCapabilities,
  RtpParameters,
  WebRtcTransport,
} from 'mediasoup/types';
import { createParentLinkBus } from '#platform/bus/ipc.ts';

/*
 * The anchor: mediasoup and nothing else. One worker, one router, and just the calls that one publisher and many
 * subscribers need, with the options that the project uses.
 */

const worker = await createWorker({ logLevel: 'none' });
const listenInfos = (['udp', 'tcp'] as const).map((protocol) => ({ protocol, ip: '127.0.0.1' }));
const webRtcServer = await worker.createWebRtcServer({ listenInfos });
const router = await worker.createRouter({
  mediaCodecs: [
    { kind: 'video', mimeType: 'video/VP8', clockRate: 90_000, preferredPayloadType: 110 },
    { kind: 'audio', mimeType: 'audio/opus', clockRate: 48_000, channels: 2, preferredPayloadType: 111 },
  ],
});
const transports = new Map<string, WebRtcTransport>();

const find = (id: string): WebRtcTransport => {
  const transport = transports.get(id);
  if (!transport) throw new Error('no such transport');
  return transport;
};

const bus = createParentLinkBus(process);
bus.serve('raw.hello', async () => ({
  pids: [process.pid, worker.pid],
  rtpCapabilities: router.rtpCapabilities,
}));
bus.serve('raw.transport', async () => {
  const transport = await router.createWebRtcTransport({ webRtcServer, preferUdp: true });
  transports.set(transport.id, transport);
  const { id, iceParameters, iceCandidates, dtlsParameters } = transport;
  return { id, iceParameters, iceCandidates, dtlsParameters };
});
bus.serve('raw.connect', async (payload) => {
  const { id, dtlsParameters } = payload as { id: string; dtlsParameters: DtlsParameters };
  await find(id).connect({ dtlsParameters });
});
bus.serve('raw.produce', async (payload) => {
  const { id, kind, rtpParameters } = payload as {
    id: string;
    kind: MediaKind;
    rtpParameters: RtpParameters;
  };
  const producer = await find(id).produce({ kind, rtpParameters, keyFrameRequestDelay: 500 });
  return { producerId: producer.id };
});
bus.serve('raw.consume', async (payload) => {
  const { id, producerId, rtpCapabilities } = payload as {
    id: string;
    producerId: string;
    rtpCapabilities: RtpCapabilities;
  };
  const consumer = await find(id).consume({ producerId, rtpCapabilities, enableRtx: true });
  return { ssrc: consumer.rtpParameters.encodings?.[0]?.ssrc };
});
bus.serve('raw.recordTo', async (payload) => {
  const { producerId, port } = payload as { producerId: string; port: number };
  const transport = await router.createPlainTransport({
    listenInfo: { protocol: 'udp', ip: '127.0.0.1' },
    rtcpMux: false,
  });
  await transport.connect({ ip: '127.0.0.1', port, rtcpPort: port + 1 });
  await transport.consume({ producerId, rtpCapabilities: router.rtpCapabilities });
});
bus.publish('raw.ready', null);
process.once('disconnect', () => process.exit());
