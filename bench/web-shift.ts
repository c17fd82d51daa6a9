import type { Benchmark, Report } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared } from './statistics.ts';

const SCRIPT = new URL('../e2e/web-shift.ts', import.meta.url);
const ROUNDS = Number(process.env.WEB_SHIFT_ROUNDS ?? 3);
/** What a visitor does not notice. */
const LIMIT = 0.01;
/** The limit for "good" of web.dev/articles/cls. */
const GOOD = 0.1;

async function run(progress: (line: string) => void): Promise<Report> {
  const rounds = await browserRounds<{ load: string; shift: number }>(SCRIPT, ROUNDS, progress);
  const rows = [...Map.groupBy(rounds, ({ load }) => load)].map(([load, ofLoad]) =>
    compared(
      load,
      ofLoad.map(({ shift }) => shift),
      'good (web.dev)',
      [GOOD],
    ),
  );
  return {
    unit: 'Cumulative Layout Shift',
    rows,
    invalid: [],
    missed: rows
      .filter(({ ours }) => ours.median > LIMIT)
      .map(({ load, ours }) => `${load}: ${ours.median.toFixed(3)}`),
  };
}

export const webShift: Benchmark = {
  name: 'web-shift',
  measures: 'how far the screens of a user move while they are loaded',
  goal: `at most ${LIMIT} at the median`,
  run,
};
