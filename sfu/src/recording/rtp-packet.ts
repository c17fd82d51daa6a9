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
