import { VideoDepacketizer } from '#sfu/recording/depacketizer.ts';
import { parameterSetsOf } from '#sfu/recording/h264-parameter-sets.ts';
import { opusDurationMs } from '#sfu/recording/opus.ts';
import { h264, vp8, vp9 } from '#sfu/recording/payload-formats.ts';
import { audioLevelOf, parseRtp } from '#sfu/recording/rtp-packet.ts';
import { type FakeVideoCodec, framePayloads, soundPayload } from './fake-frames.ts';
import { AUDIO_LEVEL_ID, rtpPacket } from './rtp.ts';

const CODECS: readonly FakeVideoCodec[] = ['VP8', 'VP9', 'H264'];
const LONGEST_NOISE = 64;

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Endless RTP packets of one stream: good ones of every codec with bytes changed, cut off or put in, and noise. */
export function* malformedPackets(seed: number): Generator<Buffer> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const noise = (length: number) => Uint8Array.from({ length }, () => below(256));
  const good = CODECS.flatMap((codec) =>
    [true, false].flatMap((isKey) => framePayloads(codec, { width: 640, height: 360 }, isKey, 1, 20)),
  ).map((payload) => payload.subarray(0, 2 * LONGEST_NOISE));
  good.push(soundPayload(20));
  const changed = (payload: Uint8Array): Uint8Array => {
    const copy = payload.slice(0, random() < 0.2 ? below(payload.length) : payload.length);
    const changes = copy.length === 0 ? 0 : below(6);
    for (let change = 0; change < changes; change += 1) copy[below(copy.length)] = below(256);
    return copy;
  };
  for (let sequence = 0; ; sequence += 1) {
    const payload =
      random() < 0.5 ? noise(below(LONGEST_NOISE)) : changed(good[below(good.length)] ?? noise(1));
    const packet = rtpPacket({
      payloadType: 96,
      ssrc: 1,
      sequence,
      timestamp: below(8) * 3_000,
      payload,
      marker: random() < 0.5,
    });
    yield random() < 0.05 ? Buffer.from(changed(packet)) : packet;
  }
}

/** What a recorder does with each packet of a stream before it writes a file. */
export function createParsers(onFrame: () => void): (packet: Buffer) => void {
  const depacketizers = [vp8, vp9, h264()].map((format) => new VideoDepacketizer(format, onFrame));
  return (bytes) => {
    audioLevelOf(bytes, AUDIO_LEVEL_ID);
    const packet = parseRtp(bytes);
    if (!packet) return;
    // Parts of a recording carry such a description for the decoder.
    parameterSetsOf(packet.payload);
    opusDurationMs(packet.payload);
    for (const depacketizer of depacketizers) depacketizer.add(packet, false);
  };
}
