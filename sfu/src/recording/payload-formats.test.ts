import { describe, expect, test } from 'vitest';
import { BitWriter } from '#sfu/testing/bit-writer.ts';
import { type FakeVideoCodec, framePayloads } from '#sfu/testing/fake-frames.ts';
import { createParsers, malformedPackets } from '#sfu/testing/malformed-media.ts';
import { VideoDepacketizer, type VideoFrame } from './depacketizer.ts';
import { avcConfiguration, parameterSetsOf, sizeOfSps } from './h264-parameter-sets.ts';
import { opusDurationMs } from './opus.ts';
import { h264, vp8, vp9 } from './payload-formats.ts';

const SIZE = { width: 640, height: 360 };
const PACKETS = 100_000;

/** What comes out of these payloads, each a packet of the same frame; the last one ends it. */
function framesOf(codec: FakeVideoCodec, payloads: readonly Uint8Array[]): readonly VideoFrame[] {
  const frames: VideoFrame[] = [];
  const format = { VP8: vp8, VP9: vp9, H264: h264() }[codec];
  const depacketizer = new VideoDepacketizer(format, (frame) => frames.push(frame));
  for (const [sequence, payload] of payloads.entries()) {
    const marker = sequence === payloads.length - 1;
    depacketizer.add({ payloadType: 96, ssrc: 1, sequence, timestamp: 0, marker, payload }, false);
  }
  return frames;
}

/** The beginning of a sequence parameter set of the baseline profile, up to the order of its pictures. */
const spsUpToOrder = () => new BitWriter().bits(0x67, 8).bits(0x42_e0_1f, 24).ue(0).ue(0);

/** The size of pictures, without cropping. */
const withBlocks = (bits: BitWriter, columns: number, rows: number): Uint8Array =>
  bits
    .ue(1)
    .bits(0, 1)
    .ue(columns - 1)
    .ue(rows - 1)
    .bits(0b11, 2)
    .bits(0, 1)
    .bits(0b01, 2)
    .bytes();

describe('payloads of packets', () => {
  test.for(['VP8', 'VP9', 'H264'] as const)('make a key frame of %s with its size', (codec) => {
    const [frame, ...others] = framesOf(codec, framePayloads(codec, SIZE, true, 0, 0));
    expect(frame?.key).toMatchObject(SIZE);
    expect(others).toEqual([]);
  });

  test(`make no error, and end, whatever they contain`, () => {
    let frames = 0;
    const parse = createParsers(() => {
      frames += 1;
    });
    let packets = 0;
    for (const packet of malformedPackets(25)) {
      parse(packet);
      packets += 1;
      if (packets === PACKETS) break;
    }
    // Not all of them are refused.
    expect(frames).toBeGreaterThan(PACKETS / 100);
  });

  test('make no frame of more parts than any encoder sends', () => {
    const [first = new Uint8Array(), ...rest] = framePayloads('VP8', SIZE, true, 0, 0);
    const middle = Array.from({ length: 20_000 }, () => Uint8Array.from([0, 1]));
    expect(framesOf('VP8', [first, ...middle.slice(0, 1_000), ...rest])).toHaveLength(1);
    expect(framesOf('VP8', [first, ...middle, ...rest])).toEqual([]);
  });
});

describe('a sequence parameter set of H.264', () => {
  test('names the size of pictures', () => {
    expect(sizeOfSps(withBlocks(spsUpToOrder().ue(2), 40, 22))).toEqual({ width: 640, height: 352 });
  });

  test('is refused where its order of pictures repeats after more than 255 of them', () => {
    const ordered = (cycle: number) => {
      const bits = spsUpToOrder().ue(1).bits(0, 1).ue(0).ue(0).ue(cycle);
      for (let index = 0; index < Math.min(cycle, 300); index += 1) bits.ue(0);
      return withBlocks(bits, 40, 22);
    };
    expect(sizeOfSps(ordered(255))).toEqual({ width: 640, height: 352 });
    expect(sizeOfSps(ordered(256))).toBeNull();
    expect(sizeOfSps(ordered(2 ** 31))).toBeNull();
  });

  test('is refused where it is cut off, and where no decoder takes its size', () => {
    const sps = withBlocks(spsUpToOrder().ue(2), 40, 22);
    for (let length = 0; length < sps.length - 1; length += 1) {
      expect(sizeOfSps(sps.subarray(0, length))).toBeNull();
    }
    expect(sizeOfSps(withBlocks(spsUpToOrder().ue(2), 1_055, 1_055))).toEqual({
      width: 16_880,
      height: 16_880,
    });
    expect(sizeOfSps(withBlocks(spsUpToOrder().ue(2), 1_056, 22))).toBeNull();
    expect(sizeOfSps(new Uint8Array(4_000))).toBeNull();
  });
});

describe('a configuration of H.264', () => {
  const [sps, pps] = [Uint8Array.of(0x67, 0x42, 0xe0, 0x1f, 9), Uint8Array.of(0x68, 7, 8)];
  const configuration = avcConfiguration(sps, pps);

  test('gives its parameter sets, each behind its length', () => {
    expect(parameterSetsOf(configuration)).toEqual(
      Buffer.from([0, 0, 0, sps.length, ...sps, 0, 0, 0, pps.length, ...pps]),
    );
  });

  test('gives none where it is cut off', () => {
    for (let length = 0; length < configuration.length; length += 1) {
      expect(parameterSetsOf(configuration.subarray(0, length)).length).toBe(0);
    }
  });
});

describe('a packet of Opus', () => {
  test('lasts as long as its frames, and is refused above 120 ms', () => {
    const packet = (configuration: number, frames: number) =>
      Uint8Array.from([(configuration << 3) | 3, frames]);
    expect(opusDurationMs(Uint8Array.from([31 << 3]))).toBe(20);
    expect(opusDurationMs(packet(3, 2))).toBe(120);
    expect(opusDurationMs(packet(3, 3))).toBe(0);
    expect(opusDurationMs(new Uint8Array())).toBe(0);
  });
});
