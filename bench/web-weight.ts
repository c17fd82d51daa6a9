import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Benchmark, Measurement, Report, Row } from './benchmark.ts';
import { spreadOf } from './statistics.ts';

const ROUNDS = Number(process.env.WEB_WEIGHT_ROUNDS ?? 7);
/** Thousands of bytes, gzip. */
const BUDGETS_KB = { 'sign-in': 200, 'group call': 300 } as const;
const LCP_MS = 1_500;
const INP_MS = 100;
/** A page with nothing but a button is never slower than this, unless the machine is busy with something else. */
const BARE_LIMITS = { lcpMs: 400, inpMs: 56 } as const;
/** Of what the browser says; the list of long interactions is short. */
const MAX_OUTPUT_BYTES = 1_000_000;

type PageName = keyof typeof BUDGETS_KB;

/** As e2e/web-weight.ts says it: one a load. */
interface Load {
  readonly name: PageName | 'bare';
  readonly scriptKb: number;
  readonly lcpMs: number;
  readonly interactions: Readonly<Record<string, number>>;
}

/** Interaction to Next Paint: with fewer than 50 interactions on a page it is the longest (web.dev/articles/inp). */
const inpOf = ({ interactions }: Load): number => Math.max(...Object.values(interactions));

const slowestOf = (loads: readonly Load[]): string => {
  const all = loads.flatMap(({ interactions }) => Object.entries(interactions));
  return all.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
};

async function run(progress: (line: string) => void): Promise<Report> {
  const script = fileURLToPath(new URL('../e2e/web-weight.ts', import.meta.url));
  const running = promisify(execFile)(process.execPath, [script, String(ROUNDS)], {
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  running.child.stderr?.on('data', (text: unknown) => progress(String(text).trim()));
  const loads = JSON.parse((await running).stdout) as readonly Load[];
  const spread = (name: Load['name'], value: (load: Load) => number): Measurement =>
    spreadOf(loads.filter((load) => load.name === name).map(value));

  const bare = {
    lcp: spread('bare', ({ lcpMs }) => lcpMs),
    inp: spread('bare', inpOf),
  };
  const rows: Row[] = [];
  const missed: string[] = [];
  const add = (load: string, ours: Measurement, anchor: Row['anchor'], limit: number) => {
    rows.push({ load, ours, anchor, ratio: ours.median / anchor.median });
    if (ours.median > limit) missed.push(`${load} is above ${limit}`);
  };
  for (const name of ['sign-in', 'group call'] as const) {
    const budget = BUDGETS_KB[name];
    const slowest = slowestOf(loads.filter((load) => load.name === name));
    add(
      `${name}, kB of JavaScript (gz)`,
      spread(name, ({ scriptKb }) => scriptKb),
      { name: 'budget', median: budget, min: budget, max: budget },
      budget,
    );
    add(
      `${name}, LCP in ms`,
      spread(name, ({ lcpMs }) => lcpMs),
      { name: 'bare page', ...bare.lcp },
      LCP_MS,
    );
    add(
      `${name}, INP in ms (longest: ${slowest})`,
      spread(name, inpOf),
      { name: 'bare page', ...bare.inp },
      INP_MS,
    );
  }
  const invalid = [
    ...(bare.lcp.median > BARE_LIMITS.lcpMs ? [`the bare page took ${bare.lcp.median} ms to be shown`] : []),
    ...(bare.inp.median > BARE_LIMITS.inpMs ? [`the bare page took ${bare.inp.median} ms to answer`] : []),
  ];
  return { unit: 'kB or ms', rows, invalid, missed };
}

export const webWeight: Benchmark = {
  name: 'web-weight',
  measures:
    'first load of the sign-in and of a group call with four others in Chromium, and how soon they answer',
  goal: `≤ ${BUDGETS_KB['sign-in']} and ${BUDGETS_KB['group call']} kB, LCP ≤ ${LCP_MS} ms, INP ≤ ${INP_MS} ms`,
  run,
};
