/** Writes bits, the most significant first. */
export class BitWriter {
  readonly #bits: number[] = [];

  bits(value: number, count: number): this {
    for (let index = count - 1; index >= 0; index--) this.#bits.push(Math.floor(value / 2 ** index) % 2);
    return this;
  }

  /** Unsigned Exp-Golomb code (H.264, 9.1). */
  ue(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.bits(0, length).bits(value + 1, length + 1);
  }

  /** Filled up with zeros to a whole byte. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    for (const [index, bit] of this.#bits.entries()) {
      bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (7 - (index & 7)));
    }
    return bytes;
  }
}
