import type { Producer } from 'mediasoup/types';

/** Scores change every second and many at once; only a score that lasts this long is announced. */
const SETTLE_MS = 1_000;

/**
 * How well a member's media arrives: the worst of its producers, each as good as the best of its simulcast streams; 0
 * while none of its transports is connected. (mediasoup keeps the score of a single stream that has just ended.)
 */
export class Quality {
  readonly #onChange: (score: number) => void;
  readonly #scores = new Map<Producer, number>();
  #gone = false;
  #reported: number | null = null;
  #settling: NodeJS.Timeout | undefined;

  constructor(onChange: (score: number) => void) {
    this.#onChange = onChange;
  }

  /** The score that was announced last; null before any media has arrived. */
  get current(): number | null {
    return this.#reported;
  }

  add(producer: Producer): void {
    producer.on('score', (streams) => {
      this.#scores.set(producer, Math.max(0, ...streams.map(({ score }) => score)));
      this.#settle();
    });
  }

  /** Until its next score: it was paused, resumed or closed. */
  forget(producer: Producer): void {
    this.#scores.delete(producer);
    this.#settle();
  }

  setGone(gone: boolean): void {
    this.#gone = gone;
    this.#settle();
  }

  close(): void {
    clearTimeout(this.#settling);
    this.#settling = undefined;
    this.#scores.clear();
  }

  #settle(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      const score = this.#score();
      if (score === null || score === this.#reported) return;
      this.#reported = score;
      this.#onChange(score);
    }, SETTLE_MS);
  }

  #score(): number | null {
    if (this.#gone) return 0;
    // A paused producer sends nothing and does not count.
    const scores = [...this.#scores].flatMap(([{ paused }, score]) => (paused ? [] : score));
    return scores.length === 0 ? null : Math.min(...scores);
  }
}
