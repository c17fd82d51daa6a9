/** Between two lines about one thing. */
const STEP_MS = 5_000;

/** Tells an operator how far a long command is. */
export class Progress {
  readonly #print: (line: string) => void;
  #saidAt = 0;

  /** @param print is given one line at a time */
  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  say(line: string): void {
    this.#saidAt = performance.now();
    this.#print(line);
  }

  /** As `say`, but not more often than every five seconds. */
  step(describe: () => string): void {
    if (performance.now() - this.#saidAt >= STEP_MS) this.say(describe());
  }
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
