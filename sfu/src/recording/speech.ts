/** Louder than this is speech, in dB below the loudest (RFC 6464): a quiet room has some 60, a voice 20 to 40. */
const SPEECH_DB = 50;
/** Pauses between words and sentences. */
const PAUSE_MS = 1_200;
/** Knocks and coughs are shorter. */
const LEAST_SPEECH_MS = 300;
/** Longer speech is reported in pieces: a killed process loses at most this much. */
const LONGEST_PIECE_MS = 1_000;

/** Finds out from the levels of a member's sound when it speaks. */
export class Speech {
  readonly #onSpoken: (fromMs: number, toMs: number) => void;
  #fromMs: number | undefined;
  #lastMs = 0;
  /** A piece of the same speech has been reported: what follows is no knock, however short. */
  #isContinued = false;

  /** @param onSpoken in the order of time; pieces of one speech follow each other without a gap */
  constructor(onSpoken: (fromMs: number, toMs: number) => void) {
    this.#onSpoken = onSpoken;
  }

  /** @param level in dB below the loudest, 0 to 127 */
  heard(level: number, nowMs: number): void {
    if (this.#fromMs !== undefined && nowMs - this.#lastMs > PAUSE_MS) this.end();
    if (level > SPEECH_DB) return;
    this.#fromMs ??= nowMs;
    this.#lastMs = nowMs;
    if (nowMs - this.#fromMs < LONGEST_PIECE_MS) return;
    this.#onSpoken(this.#fromMs, nowMs);
    this.#fromMs = nowMs;
    this.#isContinued = true;
  }

  /** Nothing follows, for now. */
  end(): void {
    const fromMs = this.#fromMs;
    const leastMs = this.#isContinued ? 1 : LEAST_SPEECH_MS;
    this.#fromMs = undefined;
    this.#isContinued = false;
    if (fromMs !== undefined && this.#lastMs - fromMs >= leastMs) this.#onSpoken(fromMs, this.#lastMs);
  }
}
