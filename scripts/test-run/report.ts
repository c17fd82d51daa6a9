import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** The result of one run of vitest: written by `reporter.ts` in vitest's process, read by the runner. */
const Report = Type.Object({
  files: Type.Array(
    Type.Object({
      project: Type.String(),
      /** From the root of the repository. */
      path: Type.String(),
      seconds: Type.Number(),
      tests: Type.Array(
        Type.Object({
          /** Titles of its suites and its own, outermost first. */
          titles: Type.Array(Type.String()),
          /** A test that did not end in a run that was stopped is `skipped`. */
          state: Type.Union([Type.Literal('passed'), Type.Literal('failed'), Type.Literal('skipped')]),
          seconds: Type.Number(),
          /** Errors with their places; of a browser test also the pages (`e2e/support/evidence.ts`). */
          message: Type.String(),
        }),
      ),
      /** Errors outside of a test: of hooks, imports, promises that nobody awaits, a worker that ended. */
      errors: Type.Array(Type.String()),
    }),
  ),
  /** Errors that belong to no file. */
  errors: Type.Array(Type.String()),
});
export type Report = Static<typeof Report>;
export type FileReport = Report['files'][number];

const compiled = Compile(Report);

/** @throws if the text is not a report */
export const parseReport = (text: string): Report => compiled.Parse(JSON.parse(text));

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (one: TestCounts, other: TestCounts): TestCounts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

const SLOWEST_FILES = 10;

/** The files that took longest, slowest first. */
export const slowestFiles = (files: readonly FileReport[]): { path: string; seconds: number }[] =>
  files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_FILES)
    .map(({ path, seconds }) => ({ path, seconds: Number(seconds.toFixed(1)) }));

/** What failed and can be run again: a test, or all tests of a file if something outside of them failed. */
export interface Failure {
  readonly project: string;
  readonly path: string;
  /** Undefined: the whole file. */
  readonly titles: readonly string[] | undefined;
  readonly message: string;
  readonly seconds: number;
}

export const nameOf = ({ path, titles }: Pick<Failure, 'path' | 'titles'>): string =>
  `${path}: ${titles ? titles.join(' ') : 'a hook, an import or a promise that nobody awaits'}`;

const failuresOfFile = ({ project, path, tests, errors, seconds }: FileReport): Failure[] => {
  const failed = tests.filter(({ state }) => state === 'failed');
  if (errors.length > 0) {
    const message = [...errors, ...failed.map((test) => test.message)].join('\n');
    return [{ project, path, titles: undefined, message, seconds }];
  }
  return failed.map((test) => ({
    project,
    path,
    titles: test.titles,
    message: test.message,
    seconds: test.seconds,
  }));
};

export const failuresOf = ({ files }: Report): Failure[] => files.flatMap(failuresOfFile);

/** A file with an error outside of its tests counts as one failure, whatever its tests did. */
const countsOfFile = (file: FileReport): TestCounts => {
  const count = (wanted: string) => file.tests.filter(({ state }) => state === wanted).length;
  if (file.errors.length > 0) return { ...NO_TESTS, failed: 1 };
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
};

export const countsOf = ({ files }: Report): TestCounts =>
  files.map(countsOfFile).reduce(addCounts, NO_TESTS);
