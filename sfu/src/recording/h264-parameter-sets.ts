import { BitReader } from './bit-reader.ts';

/** Profiles whose sequence parameter sets describe the chroma format (H.264, 7.3.2.1.1). */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Bytes of a parameter set; those of encoders have less than a hundred. */
export const MAX_PARAMETER_SET_BYTES = 1_024;
/** Pictures of 16 × 16 that a side has at the highest level, 6.2 (H.264, A.3.1). */
const MAX_BLOCKS_A_SIDE = 1_055;
/** H.264, 7.4.2.1.1: num_ref_frames_in_pic_order_cnt_cycle. */
const MAX_ORDER_CYCLE = 255;

/**
 * Width and height in pixels that a sequence parameter set names, cropping applied (H.264, 7.4.2.1.1). Null for a malformed one,
 * and for a size that no decoder takes.
 */
export function sizeOfSps(sps: Uint8Array): { readonly width: number; readonly height: number } | null {
  const reader = new BitReader(withoutEmulation(sps).subarray(1));
  const profile = reader.bits(8);
  reader.bits(16);
  reader.ue();
  let chromaFormat = 1;
  if (HIGH_PROFILES.has(profile)) {
    chromaFormat = reader.ue();
    if (chromaFormat === 3) reader.bit();
    reader.ue();
    reader.ue();
    reader.bit();
    if (reader.bit() === 1) skipScalingLists(reader, chromaFormat === 3 ? 12 : 8);
  }
  reader.ue();
  const orderType = reader.ue();
  if (orderType === 0) reader.ue();
  else if (orderType === 1) {
    reader.bit();
    reader.se();
    reader.se();
    const cycle = reader.ue();
    if (cycle > MAX_ORDER_CYCLE) return null;
    for (let index = 0; index < cycle; index++) reader.se();
  }
  reader.ue();
  reader.bit();
  const widthInBlocks = reader.ue() + 1;
  const heightInUnits = reader.ue() + 1;
  const framesOnly = reader.bit();
  if (framesOnly === 0) reader.bit();
  reader.bit();
  const isCropped = reader.bit() === 1;
  const cropped = () => (isCropped ? reader.ue() : 0);
  const columns = cropped() + cropped();
  const rows = cropped() + cropped();
  const cropX = chromaFormat === 0 || chromaFormat === 3 ? 1 : 2;
  const cropY = (chromaFormat === 1 ? 2 : 1) * (2 - framesOnly);
  const heightInBlocks = (2 - framesOnly) * heightInUnits;
  if (reader.malformed || Math.max(widthInBlocks, heightInBlocks) > MAX_BLOCKS_A_SIDE) return null;
  const width = widthInBlocks * 16 - columns * cropX;
  const height = heightInBlocks * 16 - rows * cropY;
  return width > 0 && height > 0 ? { width, height } : null;
}

function skipScalingLists(reader: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (reader.bit() === 0) continue;
    let last = 8;
    let next = 8;
    for (let index = 0; index < (list < 6 ? 16 : 64); index++) {
      if (next !== 0) next = (last + reader.se() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

/** A NAL unit's payload without the bytes that keep start codes out of it (H.264, 7.4.1). */
function withoutEmulation(nal: Uint8Array): Uint8Array {
  const kept: number[] = [];
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    kept.push(byte);
  }
  return Uint8Array.from(kept);
}

/** The decoder's configuration of one pair of parameter sets (ISO/IEC 14496-15, 5.3.3.1: AVCDecoderConfigurationRecord). */
export function avcConfiguration(sps: Uint8Array, pps: Uint8Array): Uint8Array<ArrayBuffer> {
  const [profile = 0, compatibility = 0, level = 0] = sps.subarray(1, 4);
  const tail = HIGH_PROFILES.has(profile) ? [0xfd, 0xf8, 0xf8, 0] : [];
  return Uint8Array.from([
    ...[1, profile, compatibility, level, 0xff, 0xe1, sps.length >> 8, sps.length & 0xff],
    ...sps,
    ...[1, pps.length >> 8, pps.length & 0xff],
    ...pps,
    ...tail,
  ]);
}

/**
 * The parameter sets of a decoder's configuration as they stand in front of a key frame, behind their lengths. Empty for what is
 * no such configuration.
 */
export function parameterSetsOf(configuration: Uint8Array): Uint8Array {
  const sets: Uint8Array[] = [];
  // Five bytes, then the number of sequence parameter sets in the lowest five bits; that of picture parameter sets is a whole byte.
  let offset = 5;
  for (const countBits of [0x1f, 0xff]) {
    const count = (configuration[offset++] ?? 0) & countBits;
    for (let index = 0; index < count; index++) {
      const length = ((configuration[offset] ?? 0) << 8) | (configuration[offset + 1] ?? 0);
      const set = configuration.subarray(offset + 2, offset + 2 + length);
      if (length === 0 || set.length < length) return new Uint8Array();
      sets.push(set);
      offset += 2 + length;
    }
  }
  return behindLengths(sets);
}

/** Units of a frame, each behind its length of four bytes instead of a start code (ISO/IEC 14496-15, 5.3.4.2). */
export const behindLengths = (units: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(units.flatMap((unit) => [lengthBytes(unit.length), unit]));

export const lengthBytes = (length: number): Uint8Array =>
  Uint8Array.of(length >>> 24, length >>> 16, length >>> 8, length);

/** RFC 6381, 3.3. */
export const avcCodecString = (sps: Uint8Array): string =>
  `avc1.${Buffer.from(sps.subarray(1, 4)).toString('hex')}`;
