import { Unwrapper } from './rtp-packet.ts';

/** A sender's mapping of its RTP timestamps to its wall clock (RFC 3550, 6.4.1). */
export interface SenderReport {
  /** Milliseconds of the sender's clock. */
  readonly ntpMs: number;
  /** 32 bits. */
  readonly rtpTimestamp: number;
}

/** A larger correction means that the report is about another simulcast layer, or that the sender's clock was set. */
const PLAUSIBLE_MS = 1_000;
/** Nothing waits longer than this between its arrival and its file. */
const LONGEST_WAY_MS = 30_000;
/** The earliest arrival counts, but fades by 100 ppm, or a slow clock would drift away. */
const FORGET_MS_A_MS = 0.0001;

/**
 * Maps RTP timestamps to the media node's monotonic clock: first by the arrival of packets, of which the earliest had the
 * least delay; pictures, once there are reports for both tracks, relative to the sound.
 */
export class StreamClock {
  readonly #timestamps = new Unwrapper(32);
  readonly #clockRate: number;
  /** Time of RTP timestamp 0, by arrival. */
  #arrivalBaseMs: number | undefined;
  #lastArrivalMs = 0;
  /** Time of RTP timestamp 0 on the sender's clock. */
  #senderBaseMs: number | undefined;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** Call it for every packet as it arrives. */
  arrived(timestamp: number, nowMs: number): void {
    const baseMs = nowMs - this.#mediaMs(timestamp);
    const forgotten = (this.#arrivalBaseMs ?? baseMs) + FORGET_MS_A_MS * (nowMs - this.#lastArrivalMs);
    // The timestamps have restarted, as after a change of the sender's device.
    const jumped = Math.abs(baseMs - forgotten) > 10 * PLAUSIBLE_MS;
    this.#arrivalBaseMs = this.#arrivalBaseMs === undefined || jumped ? baseMs : Math.min(baseMs, forgotten);
    if (jumped) this.#senderBaseMs = undefined;
    this.#lastArrivalMs = nowMs;
  }

  reported({ ntpMs, rtpTimestamp }: SenderReport): void {
    this.#senderBaseMs = ntpMs - this.#mediaMs(rtpTimestamp);
  }

  /**
   * Undefined before anything has arrived, and where the timestamps have restarted since. `lead`: the stream that sets the time, the
   * member's sound.
   */
  timeOf(timestamp: number, lead?: StreamClock): number | undefined {
    if (this.#arrivalBaseMs === undefined) return undefined;
    const byArrivalMs = this.#mediaMs(timestamp) + this.#arrivalBaseMs;
    if (Math.abs(byArrivalMs - this.#lastArrivalMs) > LONGEST_WAY_MS) return undefined;
    return byArrivalMs + this.#correctionMs(lead);
  }

  #correctionMs(lead: StreamClock | undefined): number {
    if (!lead || lead.#arrivalBaseMs === undefined || lead.#senderBaseMs === undefined) return 0;
    if (this.#senderBaseMs === undefined || this.#arrivalBaseMs === undefined) return 0;
    const baseMs = this.#senderBaseMs + lead.#arrivalBaseMs - lead.#senderBaseMs;
    const correctionMs = baseMs - this.#arrivalBaseMs;
    return Math.abs(correctionMs) < PLAUSIBLE_MS ? correctionMs : 0;
  }

  #mediaMs(timestamp: number): number {
    return (this.#timestamps.unwrap(timestamp) * 1_000) / this.#clockRate;
  }
}
