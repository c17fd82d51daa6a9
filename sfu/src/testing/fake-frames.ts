import { BitWriter } from './bit-writer.ts';

/** Frames and sounds that say when they were made, so that a recording of them can be measured. */

export type FakeVideoCodec = 'VP8' | 'VP9' | 'H264';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const PACKETS_A_FRAME = 3;
const PACKET_BYTES = 400;

/** When a recorded frame was made, in ms from the opening of the devices: its last bytes. */
export const madeAtMs = (data: Uint8Array): number =>
  new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(data.length - 4);

/** The same of a recorded sound; null for silence that was put in. */
export const soundMadeAtMs = (data: Uint8Array): number | null =>
  data.length === 20 ? new DataView(data.buffer, data.byteOffset).getUint32(1) : null;

/** 20 ms of Opus. */
export function soundPayload(madeMs: number): Uint8Array {
  const payload = new Uint8Array(20);
  payload[0] = 0xf8;
  new DataView(payload.buffer).setUint32(1, madeMs);
  return payload;
}

export function framePayloads(
  codec: FakeVideoCodec,
  size: Size,
  isKey: boolean,
  index: number,
  madeMs: number,
): Uint8Array[] {
  const frame = new Uint8Array(PACKETS_A_FRAME * PACKET_BYTES).fill(0x55);
  frame.set(frameHead(codec, size, isKey));
  new DataView(frame.buffer).setUint32(frame.length - 4, madeMs);
  const parts = Array.from({ length: PACKETS_A_FRAME }, (_, index) =>
    frame.subarray(index * PACKET_BYTES, (index + 1) * PACKET_BYTES),
  );
  switch (codec) {
    case 'VP8':
      // A picture id of 15 bits, as Chromium sends it.
      return parts.map((part, place) =>
        Uint8Array.from([
          ...[place === 0 ? 0x90 : 0x80, 0x80, 0x80 | ((index >> 8) & 0x7f), index & 0xff],
          ...part,
        ]),
      );
    case 'VP9':
      return parts.map((part, place) => {
        const flags =
          0x80 | (isKey ? 0 : 0x40) | (place === 0 ? 8 : 0) | (place === parts.length - 1 ? 4 : 0);
        return Uint8Array.from([flags, 0x80 | ((index >> 8) & 0x7f), index & 0xff, ...part]);
      });
    case 'H264': {
      const [type = 0] = frame;
      const fragments = parts.map((part, place) => {
        const edge = place === 0 ? 0x80 : place === parts.length - 1 ? 0x40 : 0;
        return Uint8Array.from([
          (type & 0xe0) | 28,
          edge | (type & 0x1f),
          ...(place === 0 ? part.subarray(1) : part),
        ]);
      });
      return isKey ? [stapA(SPS, PPS), ...fragments] : fragments;
    }
  }
}

/** Constrained baseline, level 3.1, 640 × 360: 40 × 23 blocks, of which 8 lines are cut off. */
const SPS = (() => {
  const bits = new BitWriter();
  bits.bits(0x67, 8).bits(0x42, 8).bits(0xe0, 8).bits(0x1f, 8);
  bits.ue(0).ue(0).ue(2).ue(1).bits(0, 1).ue(39).ue(22).bits(1, 1).bits(1, 1);
  bits.bits(1, 1).ue(0).ue(0).ue(0).ue(4).bits(0, 1).bits(1, 1);
  return bits.bytes();
})();
const PPS = Uint8Array.from([0x68, 0xce, 0x3c, 0x80]);

const stapA = (...units: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from([0x78, ...units.flatMap((unit) => [unit.length >> 8, unit.length & 0xff, ...unit])]);

function frameHead(codec: FakeVideoCodec, { width, height }: Size, isKey: boolean): Uint8Array {
  switch (codec) {
    case 'VP8':
      return isKey
        ? Uint8Array.from([
            0x10,
            0x02,
            0x00,
            0x9d,
            0x01,
            0x2a,
            width & 0xff,
            width >> 8,
            height & 0xff,
            height >> 8,
          ])
        : Uint8Array.from([0x11, 0x02, 0x00]);
    case 'VP9': {
      const bits = new BitWriter()
        .bits(2, 2)
        .bits(0, 2)
        .bits(0, 1)
        .bits(isKey ? 0 : 1, 1)
        .bits(1, 1)
        .bits(0, 1);
      if (isKey)
        bits
          .bits(0x498342, 24)
          .bits(1, 3)
          .bits(0, 1)
          .bits(width - 1, 16)
          .bits(height - 1, 16);
      return bits.bytes();
    }
    case 'H264':
      return Uint8Array.from([isKey ? 0x65 : 0x41]);
  }
}
