/** One benchmark: it runs the project and its anchor in turn, A B A B, and reports the ratio (see bench/RESULTS.md). */
export interface Benchmark {
  readonly name: string;
  /** One line for `--list`. */
  readonly measures: string;
  readonly goal: string;
  run(progress: (line: string) => void): Promise<Report>;
}

export interface Report {
  readonly unit: string;
  readonly rows: readonly Row[];
  /** Why the run proves nothing; empty for a valid one. */
  readonly invalid: readonly string[];
  /** What does not reach the goal. */
  readonly missed?: readonly string[];
}

export interface Row {
  readonly load: string;
  readonly ours: Measurement;
  readonly anchor: Measurement & { readonly name: string };
  /** Of the medians: ours ÷ the anchor, or the other way round where the goal says how many times faster. */
  readonly ratio: number;
}

/** Middle, least and greatest of several measurements. */
export interface Measurement {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}
