import { type Failure, nameOf, slowestFiles } from './report.ts';
import { FLAKY_LIMIT, type Outcome, type RunResult } from './run.ts';

/** At the very end, of all failures together and of each at least. */
const SUMMARY_LINES = { all: 60, each: 4 };

const firstLines = (message: string, count: number): string => message.split('\n').slice(0, count).join('\n');

export const describeOutcome = ({ step, trouble, failures, seconds, counts }: Outcome): string => {
  const { passed, failed, skipped } = counts;
  const tests =
    passed + failed + skipped === 0
      ? ''
      : `  ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
  const isOk = trouble.length + failures.length === 0;
  return `${isOk ? 'ok    ' : 'FAILED'}  ${step.title.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s${tests}`;
};

const describeFailure = (mark: string, failure: Failure, lines = Number.POSITIVE_INFINITY): string =>
  `\n${mark}  ${nameOf(failure)} (${failure.seconds.toFixed(1)} s)\n${firstLines(failure.message, lines)}`;

/** All that is printed at the end of a run. Where only its last lines are kept, they say what failed. */
export const describeRun = (result: RunResult): string => {
  const { outcomes, counts, failed, flaky, trouble, seconds } = result;
  const lines: string[] = failed.map((failure) => describeFailure('FAILED', failure));
  const slowest = slowestFiles(outcomes.flatMap(({ files }) => files));
  if (slowest.length > 0) {
    const files = slowest.map((file) => `${file.seconds.toFixed(1).padStart(6)} s  ${file.path}`);
    lines.push(`\nThe slowest files:\n${files.join('\n')}`);
  }
  if (outcomes.length > 1) lines.push(`\n${outcomes.map(describeOutcome).join('\n')}`);
  const each = Math.max(SUMMARY_LINES.each, Math.floor(SUMMARY_LINES.all / (failed.length + flaky.length)));
  lines.push(...flaky.map((failure) => describeFailure('FLAKY ', failure, each)));
  lines.push(...failed.map((failure) => describeFailure('FAILED', failure, each)));
  if (trouble.length > 0) lines.push(`\nThe run has ended early: ${trouble.join('\n')}`);
  if (flaky.length > FLAKY_LIMIT) {
    lines.push(`\n${flaky.length} tests are flaky; more than ${FLAKY_LIMIT} fail the run.`);
  }
  lines.push(`\n${seconds.toFixed(0)} s in all${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`);
  lines.push(`${counts.passed} passed, ${counts.failed} failed`);
  lines.push(...failed.map((failure) => `- ${nameOf(failure)}`));
  return lines.join('\n');
};
