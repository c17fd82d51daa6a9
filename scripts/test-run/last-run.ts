import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ROOT } from '#scripts/paths.ts';
import { tryCommand } from '#scripts/run-command.ts';
import { type Failure, nameOf, slowestFiles } from './report.ts';
import type { RunResult } from './run.ts';

const FOLDER = join(ROOT, 'node_modules/.cache/hibiki');
const FILE = join(FOLDER, 'last-run.json');
const RESULTS = join(ROOT, 'test-results');

const LastRun = Type.Object({
  /** Undefined outside of a clone. */
  commit: Type.Optional(Type.String()),
  isClean: Type.Boolean(),
  endedAt: Type.String(),
  outcome: Type.Union([Type.Literal('passed'), Type.Literal('failed')]),
  seconds: Type.Number(),
  stepSeconds: Type.Record(Type.String(), Type.Number()),
  flaky: Type.Array(Type.String()),
  failed: Type.Array(Type.String()),
  slowestFiles: Type.Array(Type.Object({ path: Type.String(), seconds: Type.Number() })),
  /** By path; they order the files of the next run. */
  fileSeconds: Type.Record(Type.String(), Type.Number()),
});
export type LastRun = Static<typeof LastRun>;

const compiled = Compile(LastRun);

/** Undefined if there is none that can be read. */
export async function readLastRun(): Promise<LastRun | undefined> {
  try {
    return compiled.Parse(JSON.parse(await readFile(FILE, 'utf8')));
  } catch {
    // Missing, or of another version: the run goes in another order, no more.
    return undefined;
  }
}

const git = async (...args: readonly string[]): Promise<string | undefined> => {
  const result = await tryCommand('git', args, { cwd: ROOT }).catch(() => undefined);
  return result?.code === 0 ? result.output.trim() : undefined;
};

/** Keeps what a complete run has shown, beside the installed packages. */
export async function keepLastRun(result: RunResult): Promise<void> {
  const [commit, changes] = await Promise.all([git('rev-parse', 'HEAD'), git('status', '--porcelain')]);
  const seconds = (value: number) => Number(value.toFixed(1));
  const files = result.outcomes.flatMap((outcome) => outcome.files);
  const run: LastRun = {
    ...(commit !== undefined && { commit }),
    isClean: changes === '',
    endedAt: new Date().toISOString(),
    outcome: result.isOk ? 'passed' : 'failed',
    seconds: seconds(result.seconds),
    stepSeconds: Object.fromEntries(
      result.outcomes.map((outcome) => [outcome.step.name, seconds(outcome.seconds)]),
    ),
    flaky: result.flaky.map(nameOf),
    failed: result.failed.map(nameOf),
    slowestFiles: slowestFiles(files),
    fileSeconds: Object.fromEntries(files.map((file) => [file.path, seconds(file.seconds)])),
  };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(FILE, `${JSON.stringify(run, undefined, 2)}\n`);
}

/** Removes what failures of the run before have left. */
export const clearResults = (): Promise<void> => rm(RESULTS, { recursive: true, force: true });

const firstLine = ({ message }: Failure): string => message.split('\n', 1)[0] ?? '';

/** Writes `test-results/flaky.json`: an array of name, first error and duration; empty if nothing was flaky. */
export async function writeFlaky({ flaky }: RunResult): Promise<void> {
  const rows = flaky.map((failure) => ({
    name: nameOf(failure),
    error: firstLine(failure),
    seconds: failure.seconds,
  }));
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, 'flaky.json'), `${JSON.stringify(rows, undefined, 2)}\n`);
}
