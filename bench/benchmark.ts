/** One benchmark: it runs the project and its anchor in turn, A B A B, and reports the ratio (see README, Benchmarks). */
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
}

export interface Row {
  readonly load: string;
  readonly ours: Measurement;
  readonly anchor: Measurement & { readonly name: string };
  /** Median of ours ÷ median of the anchor. */
  readonly ratio: number;
}

export interface Measurement {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}
