/** Leading zeros of the longest code (H.264, 9.1: values below 2^32). */
const MAX_LEADING_ZEROS = 31;

/** Reads bits, the most significant first. Where the bytes are malformed it goes on with zeros: check `malformed` in the end. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;
  #malformed = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** More has been read than there is, or a code was longer than any. */
  get malformed(): boolean {
    return this.#malformed || this.#position > this.#bytes.length * 8;
  }

  bit(): number {
    const byte = this.#bytes[this.#position >> 3] ?? 0;
    const bit = (byte >> (7 - (this.#position & 7))) & 1;
    this.#position += 1;
    return bit;
  }

  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) value = value * 2 + this.bit();
    return value;
  }

  /** Unsigned Exp-Golomb code (H.264, 9.1). */
  ue(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros += 1;
      if (zeros <= MAX_LEADING_ZEROS) continue;
      this.#malformed = true;
      return 0;
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** Signed Exp-Golomb code (H.264, 9.1.1). */
  se(): number {
    const code = this.ue();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}
