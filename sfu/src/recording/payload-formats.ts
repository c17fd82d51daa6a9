import { BitReader } from './bit-reader.ts';
import type { PayloadFormat } from './depacketizer.ts';
import {
  avcCodecString,
  avcConfiguration,
  lengthBytes,
  MAX_PARAMETER_SET_BYTES,
  sizeOfSps,
} from './h264-parameter-sets.ts';

/** Small frames have one part, which needs no copy. */
function joined(parts: readonly Uint8Array[]): Buffer {
  const [first, ...others] = parts;
  if (first === undefined || others.length > 0) return Buffer.concat(parts);
  return Buffer.from(first.buffer, first.byteOffset, first.length);
}

/** RFC 7741: payload descriptor, 4.2; payload header, 4.3. */
export const vp8: PayloadFormat = {
  parse(payload) {
    const first = payload[0] ?? 0;
    let offset = 1;
    if ((first & 0x80) !== 0) {
      const extension = payload[1] ?? 0;
      offset = 2;
      if ((extension & 0x80) !== 0) offset += ((payload[offset] ?? 0) & 0x80) !== 0 ? 2 : 1;
      if ((extension & 0x40) !== 0) offset += 1;
      if ((extension & 0x30) !== 0) offset += 1;
    }
    if (offset >= payload.length) return null;
    // S with partition 0.
    return { parts: [payload.subarray(offset)], begins: (first & 0x1f) === 0x10 };
  },
  finish(parts) {
    const data = joined(parts);
    if (((data[0] ?? 1) & 1) !== 0) return { data, key: null };
    // RFC 6386, 9.1: start code, then 14 bits of width and of height.
    if (data.length < 10 || data[3] !== 0x9d || data[4] !== 0x01 || data[5] !== 0x2a) return null;
    const width = data.readUInt16LE(6) & 0x3fff;
    const height = data.readUInt16LE(8) & 0x3fff;
    if (width === 0 || height === 0) return null;
    return { data, key: { codec: 'vp8', width, height, description: null } };
  },
};

const VP9_LEVEL = '10';

/** RFC 9628: payload descriptor, 4.2. The stream is recorded with the spatial layers that the encoder nests in it. */
export const vp9: PayloadFormat = {
  parse(payload) {
    const offset = vp9DescriptorBytes(payload);
    if (offset === null || offset >= payload.length) return null;
    const first = payload[0] ?? 0;
    return { parts: [payload.subarray(offset)], begins: (first & 0x08) !== 0 };
  },
  finish(parts) {
    const data = joined(parts);
    const header = vp9Header(data);
    if (!header) return null;
    if (!header.key) return { data, key: null };
    const { profile, width, height } = header;
    const codec = `vp09.0${profile}.${VP9_LEVEL}.08`;
    return { data, key: { codec, width, height, description: null } };
  },
};

function vp9DescriptorBytes(payload: Uint8Array): number | null {
  const first = payload[0];
  if (first === undefined) return null;
  const [hasPictureId, isInter, hasLayers, isFlexible] = [0x80, 0x40, 0x20, 0x10].map(
    (bit) => (first & bit) !== 0,
  );
  const hasStructure = (first & 0x02) !== 0;
  let offset = 1;
  if (hasPictureId) offset += ((payload[offset] ?? 0) & 0x80) !== 0 ? 2 : 1;
  if (hasLayers) offset += isFlexible ? 1 : 2;
  if (isFlexible && isInter) {
    // Up to three references, each says whether another follows.
    for (let count = 0; count < 3; count++) if (((payload[offset++] ?? 0) & 1) === 0) break;
  }
  if (hasStructure) {
    const structure = payload[offset++] ?? 0;
    if ((structure & 0x10) !== 0) offset += 4 * ((structure >> 5) + 1);
    if ((structure & 0x08) !== 0) {
      const pictures = payload[offset++] ?? 0;
      for (let index = 0; index < pictures; index++) offset += 1 + (((payload[offset] ?? 0) >> 2) & 3);
    }
  }
  return offset;
}

/** VP9's uncompressed header (bitstream specification, 6.2), as far as the size. Null for what is no VP9 frame. */
function vp9Header(frame: Uint8Array) {
  const reader = new BitReader(frame);
  if (reader.bits(2) !== 2) return null;
  const profile = reader.bit() + reader.bit() * 2;
  if (profile === 3) reader.bit();
  const showsExisting = reader.bit() === 1;
  if (showsExisting || reader.bit() !== 0) return { key: false as const };
  reader.bits(2);
  if (reader.bits(24) !== 0x49_83_42) return null;
  if (profile >= 2) reader.bit();
  const isRgb = reader.bits(3) === 7;
  if (!isRgb) {
    reader.bit();
    if (profile === 1 || profile === 3) reader.bits(3);
  } else if (profile === 1 || profile === 3) reader.bit();
  const [width, height] = [reader.bits(16) + 1, reader.bits(16) + 1];
  return reader.malformed ? null : { key: true as const, profile, width, height };
}

const NAL = { idr: 5, sps: 7, pps: 8, delimiter: 9, stapA: 24, fuA: 28 };
/** Marks where a fragmented unit begins; it is never a unit's own first byte, whose highest bit is 0. */
const CONTINUES = 0xff;

/**
 * RFC 6184: single units (5.6), STAP-A (5.7.1) and FU-A (5.8). One is made for each stream: parameter sets may come
 * long before the key frame that needs them.
 */
export function h264(): PayloadFormat {
  let sps: Uint8Array | undefined;
  let pps: Uint8Array | undefined;
  return {
    parse(payload) {
      const header = payload[0] ?? 0;
      const type = header & 0x1f;
      if (type === NAL.stapA) return { parts: unitsOfStapA(payload), begins: true };
      if (type === NAL.fuA) {
        const fragment = payload[1] ?? 0;
        const isFirst = (fragment & 0x80) !== 0;
        const first = isFirst ? (header & 0xe0) | (fragment & 0x1f) : CONTINUES;
        return { parts: [Uint8Array.from([first]), payload.subarray(2)], begins: isFirst };
      }
      if (type === 0 || type > 23) return null;
      return { parts: [payload], begins: true };
    },
    finish(parts) {
      const pictures: Uint8Array[] = [];
      let isKey = false;
      // The last one counts, and a frame may be nothing but these.
      let lastSps: Unit | undefined;
      let lastPps: Unit | undefined;
      for (const unit of unitsOf(parts)) {
        const type = (unit[0]?.[0] ?? 0) & 0x1f;
        isKey ||= type === NAL.idr;
        if (type === NAL.sps) lastSps = unit;
        else if (type === NAL.pps) lastPps = unit;
        else if (type !== NAL.delimiter) pictures.push(lengthOf(unit), ...unit);
      }
      if (lastSps) sps = asParameterSet(lastSps);
      if (lastPps) pps = asParameterSet(lastPps);
      if (pictures.length === 0) return null;
      const data = Buffer.concat(pictures);
      if (!isKey) return { data, key: null };
      const size = sps && sizeOfSps(sps);
      if (!sps || !pps || !size) return null;
      return {
        data,
        key: { codec: avcCodecString(sps), ...size, description: avcConfiguration(sps, pps) },
      };
    },
  };
}

/** A unit in the pieces that it came in: joining each would copy a large frame twice. */
type Unit = readonly Uint8Array[];

const bytesOf = (unit: Unit): number => unit.reduce((sum, { length }) => sum + length, 0);

const asParameterSet = (unit: Unit): Uint8Array | undefined =>
  bytesOf(unit) <= MAX_PARAMETER_SET_BYTES ? Buffer.concat(unit) : undefined;

function unitsOfStapA(payload: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  let offset = 1;
  while (offset + 2 < payload.length) {
    const length = ((payload[offset] ?? 0) << 8) | (payload[offset + 1] ?? 0);
    const unit = payload.subarray(offset + 2, offset + 2 + length);
    if (unit.length > 0) units.push(unit);
    offset += 2 + length;
  }
  return units;
}

/** Puts fragments together: each comes as its first byte, real or `CONTINUES`, and the rest. */
function unitsOf(parts: readonly Uint8Array[]): readonly Unit[] {
  const units: Uint8Array[][] = [];
  let isRest = false;
  for (const part of parts) {
    if (isRest) units.at(-1)?.push(part);
    else if (part[0] !== CONTINUES) units.push([part]);
    isRest = !isRest && part.length === 1;
  }
  return units;
}

const lengthOf = (unit: Unit): Uint8Array => lengthBytes(bytesOf(unit));
