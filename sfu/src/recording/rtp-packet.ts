/** The parts of an RTP packet that a recorder needs (RFC 3550, 5.1). */
export interface RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  /** 16 bits. */
  readonly sequence: number;
  /** 32 bits, in units of the codec's clock. */
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
}

const FIXED_HEADER_BYTES = 12;

/** Null for anything but a whole RTP packet. The payload is a view into the packet. */
export function parseRtp(packet: Buffer): RtpPacket | null {
  const first = packet[0];
  const second = packet[1];
  if (first === undefined || second === undefined || packet.length < FIXED_HEADER_BYTES) return null;
  if (first >> 6 !== 2) return null;
  let start = FIXED_HEADER_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (packet.length < start + 4) return null;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  const padding = (first & 0x20) !== 0 ? (packet.at(-1) ?? 0) : 0;
  const end = packet.length - padding;
  if (start > end) return null;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payload: packet.subarray(start, end),
  };
}

const ONE_BYTE_PROFILE = 0xbede;
const ONE_BYTE_END = 15;

/**
 * The level of a sound in dB below the loudest, 0 to 127 (RFC 6464), from the extension with that id; undefined where it is missing.
 * Extensions have headers of one byte, or of two (RFC 8285, 4.2 and 4.3).
 */
export function audioLevelOf(packet: Buffer, extensionId: number): number | undefined {
  const first = packet[0] ?? 0;
  const start = FIXED_HEADER_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) === 0 || packet.length < start + 4) return undefined;
  const isOneByte = packet.readUInt16BE(start) === ONE_BYTE_PROFILE;
  const end = Math.min(packet.length, start + 4 + packet.readUInt16BE(start + 2) * 4);
  for (let at = start + 4; at < end; ) {
    const header = packet[at] ?? 0;
    // Padding has no length.
    if (header === 0) at += 1;
    else {
      const id = isOneByte ? header >> 4 : header;
      if (isOneByte && id === ONE_BYTE_END) return undefined;
      const length = isOneByte ? (header & 0x0f) + 1 : (packet[at + 1] ?? 0);
      const data = at + (isOneByte ? 1 : 2);
      if (id === extensionId) return length > 0 && data < end ? (packet[data] ?? 0) & 0x7f : undefined;
      at = data + length;
    }
  }
  return undefined;
}

/** Extends counters that wrap around at a fixed width to numbers that only grow, apart from packets out of order. */
export class Unwrapper {
  readonly #modulus: number;
  #last: number | undefined;

  constructor(bits: 16 | 32) {
    this.#modulus = 2 ** bits;
  }

  /** The number nearest to the last one that has these bits. */
  unwrap(value: number): number {
    if (this.#last === undefined) {
      // So far from 0 that what comes out of order at the very beginning is not negative.
      this.#last = value + this.#modulus;
      return this.#last;
    }
    const half = this.#modulus / 2;
    const distance = (((value - this.#last + half) % this.#modulus) + this.#modulus) % this.#modulus;
    const unwrapped = this.#last + distance - half;
    this.#last = Math.max(this.#last, unwrapped);
    return unwrapped;
  }
}
