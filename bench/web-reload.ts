import type { Benchmark, Report } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared } from './statistics.ts';

const SCRIPT = new URL('../e2e/web-reload.ts', import.meta.url);
const ROUNDS = Number(process.env.WEB_RELOAD_ROUNDS ?? 7);
/** Anyone who reloads a call sees the others again within it. */
const LIMIT_MS = 3_000;
const ANCHOR = 'home';

async function run(progress: (line: string) => void): Promise<Report> {
  const rounds = await browserRounds<{ load: string; ms: number }>(SCRIPT, ROUNDS, progress);
  const timesOf = (load: string) => rounds.filter((round) => round.load === load).map(({ ms }) => ms);
  const anchor = timesOf(ANCHOR);
  if (anchor.length === 0) throw new Error('The home page was not measured');
  const calls = new Set(rounds.map(({ load }) => load).filter((load) => load !== ANCHOR));
  const rows = [...calls].map((load) => compared(load, timesOf(load), 'home until it shows people', anchor));
  return {
    unit: 'ms',
    rows,
    invalid: [],
    missed: rows
      .filter(({ ours }) => ours.median > LIMIT_MS)
      .map(({ load, ours }) => `${load}: ${ours.median.toFixed(0)} ms`),
  };
}

export const webReload: Benchmark = {
  name: 'web-reload',
  measures: 'time from the reload of a page in a call to the first picture of the other person',
  goal: `at most ${LIMIT_MS / 1_000} s at the median`,
  run,
};
