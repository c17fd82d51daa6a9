import { type RtpPacket, Unwrapper } from './rtp-packet.ts';

/** @param gap packets before this one are lost */
type Release = (packet: RtpPacket, gap: boolean) => void;

/** A packet that is missing for this long is lost: two rounds of NACK over a slow line have failed. */
const PATIENCE_MS = 400;
/** A packet that is missing for this long is probably lost: requesting a key frame now saves waiting for it later. */
const CONCERN_MS = 150;
/** Packets that wait at most; at 6 Mbit/s about the time above, and a bound on memory. */
const MAX_WAITING = 512;

/**
 * Restores the order in which packets were sent. Retransmitted packets arrive late, so packets behind a gap wait for a while.
 */
export class ReorderBuffer {
  readonly #sequences = new Unwrapper(16);
  readonly #waiting = new Map<number, RtpPacket>();
  readonly #release: Release;
  readonly #onConcern: () => void;
  #next: number | undefined;
  /** The first gap, and when the wait for it began. */
  #hole: { readonly sinceMs: number; isConcern: boolean } | undefined;

  /** @param onConcern packets are probably lost; called once for each gap */
  constructor(release: Release, onConcern: () => void) {
    this.#release = release;
    this.#onConcern = onConcern;
  }

  /** Duplicates, and what comes too late, are dropped. */
  add(packet: RtpPacket, nowMs: number): void {
    const sequence = this.#sequences.unwrap(packet.sequence);
    this.#next ??= sequence;
    if (sequence < this.#next || this.#waiting.has(sequence)) return;
    this.#waiting.set(sequence, packet);
    this.#drain(nowMs);
    if (this.#waiting.size > MAX_WAITING) this.#giveUp(nowMs);
    else this.tick(nowMs);
  }

  /** Gives up packets that are missing for too long; call it regularly. */
  tick(nowMs: number): void {
    if (!this.#hole) return;
    const missingMs = nowMs - this.#hole.sinceMs;
    if (missingMs >= PATIENCE_MS) this.#giveUp(nowMs);
    else if (missingMs >= CONCERN_MS && !this.#hole.isConcern) {
      this.#hole.isConcern = true;
      this.#onConcern();
    }
  }

  /** Releases all waiting packets, because no more will come. */
  flush(): void {
    while (this.#waiting.size > 0) this.#giveUp(0);
  }

  #drain(nowMs: number, gap = false): void {
    let isBehindGap = gap;
    for (;;) {
      const packet = this.#next === undefined ? undefined : this.#waiting.get(this.#next);
      if (!packet || this.#next === undefined) break;
      this.#waiting.delete(this.#next);
      this.#next += 1;
      this.#hole = undefined;
      this.#release(packet, isBehindGap);
      isBehindGap = false;
    }
    if (this.#waiting.size > 0) this.#hole ??= { sinceMs: nowMs, isConcern: false };
  }

  #giveUp(nowMs: number): void {
    const first = Math.min(...this.#waiting.keys());
    if (!Number.isFinite(first)) return;
    this.#next = first;
    this.#drain(nowMs, true);
  }
}
