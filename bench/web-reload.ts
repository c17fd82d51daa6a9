import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Benchmark, Report } from './benchmark.ts';
import { spreadOf } from './statistics.ts';

const ROUNDS = Number(process.env.WEB_RELOAD_ROUNDS ?? 7);
/** Anyone who reloads a call sees the others again within it. */
const LIMIT_MS = 3_000;
const ANCHOR = 'home';

async function run(progress: (line: string) => void): Promise<Report> {
  const script = fileURLToPath(new URL('../e2e/web-reload.ts', import.meta.url));
  const running = promisify(execFile)(process.execPath, [script, String(ROUNDS)]);
  running.child.stderr?.on('data', (text: unknown) => progress(String(text).trim()));
  const rounds = JSON.parse((await running).stdout) as readonly { load: string; ms: number }[];
  const byLoad = Map.groupBy(rounds, ({ load }) => load);
  const spreads = [...byLoad].map(([load, ofLoad]) => ({
    load,
    spread: spreadOf(ofLoad.map(({ ms }) => ms)),
  }));
  const anchor = spreads.find(({ load }) => load === ANCHOR)?.spread;
  if (!anchor) throw new Error('The home page was not measured');
  const calls = spreads.filter(({ load }) => load !== ANCHOR);
  return {
    unit: 'ms',
    rows: calls.map(({ load, spread }) => ({
      load,
      ours: spread,
      anchor: { name: 'home until it shows people', ...anchor },
      ratio: spread.median / anchor.median,
    })),
    invalid: [],
    missed: calls
      .filter(({ spread }) => spread.median > LIMIT_MS)
      .map(({ load, spread }) => `${load}: ${spread.median.toFixed(0)} ms`),
  };
}

export const webReload: Benchmark = {
  name: 'web-reload',
  measures: 'time from the reload of a page in a call to the first picture of the other person',
  goal: `at most ${LIMIT_MS / 1_000} s at the median`,
  run,
};
