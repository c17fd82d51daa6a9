import {
  generateConsumerRemoteParameters,
  generateTransportRemoteParameters,
} from 'mediasoup-client/fakeParameters';
import { FakeHandler } from 'mediasoup-client/handlers/FakeHandler';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MemberId } from '#protocol/ids.ts';
import type { ConsumerOptions } from '#protocol/signal/group-call.ts';
import { createReceiving, type Receiving } from './receiving.ts';
import { FakeNode } from './testing/fake-node.ts';

/** Notices of one member come one by one, as the media node makes its consumers. */
const BETWEEN_NOTICES_MS = 2;

const memberId = '01920000-0000-7000-8000-000000000201' as MemberId;
const opened = (kind: 'audio' | 'video'): ConsumerOptions => ({
  consumerId: `consumer-${kind}`,
  producerId: `producer-${kind}`,
  memberId,
  kind,
  source: kind === 'audio' ? 'microphone' : 'camera',
  producerPaused: false,
  rtpParameters: generateConsumerRemoteParameters({
    codecMimeType: kind === 'audio' ? 'audio/opus' : 'video/VP8',
  }).rtpParameters,
});

let receiving: Receiving;
let negotiations: string[][];
beforeEach(async () => {
  vi.useFakeTimers();
  const device = await new FakeNode().loadDevice();
  negotiations = [];
  const receive = FakeHandler.prototype.receive;
  vi.spyOn(FakeHandler.prototype, 'receive').mockImplementation(function (this: FakeHandler, list) {
    negotiations.push(list.map(({ trackId }) => trackId));
    return receive.call(this, list);
  });
  const transport = device.createRecvTransport(generateTransportRemoteParameters());
  transport.on('connect', (_, done) => done());
  receiving = createReceiving({
    transport,
    signal: new FakeNode().signal,
    onTrack: () => {},
    onTrackGone: () => {},
    isSent: () => true,
    onHeld: () => {},
    onMissing: () => {},
    onLost: () => {},
    log: () => {},
  });
});

afterEach(() => {
  receiving.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function openBoth(): Promise<void> {
  receiving.open(opened('audio'));
  await vi.advanceTimersByTimeAsync(BETWEEN_NOTICES_MS);
  receiving.open(opened('video'));
  await vi.advanceTimersByTimeAsync(1_000);
}

it('connects sound and picture of a member together, so that the picture waits for one negotiation', async () => {
  await openBoth();
  expect(negotiations[0]).toEqual(['consumer-audio', 'consumer-video']);
});

it('connects the sound at once in a hidden page, whose timers are late', async () => {
  vi.stubGlobal('document', { hidden: true });
  receiving.open(opened('audio'));
  await vi.advanceTimersByTimeAsync(0);
  expect(negotiations).toEqual([['consumer-audio']]);
});
