/** Between two lines about one thing. */
const STEP_MS = 5_000;

/** After this time without progress, the database or a disk probably hangs. */
const STILL_MS = 30_000;

/** Tells an operator how far a long command is. */
export class Progress {
  readonly #print: (line: string) => void;
  #saidAt = 0;
  #movedAt = performance.now();

  /** @param print is given one line at a time */
  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  say(line: string): void {
    this.#saidAt = performance.now();
    this.#movedAt = this.#saidAt;
    this.#print(line);
  }

  /** As `say`, but not more often than every five seconds. */
  step(describe: () => string): void {
    this.#movedAt = performance.now();
    if (performance.now() - this.#saidAt >= STEP_MS) this.say(describe());
  }

  /**
   * Prints a line every `stillMs` while there is no progress, until it is disposed of. Use it for commands that report every step.
   *
   * @param stillMs 30,000 ms by default
   */
  watch(stillMs = STILL_MS): Disposable {
    const timer = setInterval(() => {
      const stillForMs = performance.now() - this.#movedAt;
      if (stillForMs < stillMs) return;
      this.#print(
        `Nothing has come for ${Math.round(stillForMs / 1_000)} s: the database or a disk stands still.`,
      );
    }, stillMs);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
