/** Reads bits, the most significant first; beyond the end they are 0. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
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
    while (this.bit() === 0 && zeros < 32) zeros += 1;
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** Signed Exp-Golomb code (H.264, 9.1.1). */
  se(): number {
    const code = this.ue();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}
