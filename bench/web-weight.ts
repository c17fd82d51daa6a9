import type { Benchmark, Report, Row } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared, spreadOf } from './statistics.ts';

const SCRIPT = new URL('../e2e/web-weight.ts', import.meta.url);
const ROUNDS = Number(process.env.WEB_WEIGHT_ROUNDS ?? 7);
/** Thousands of bytes, gzip. */
const BUDGETS_KB = { 'sign-in': 200, 'group call': 300 } as const;
const LCP_MS = 1_500;
const INP_MS = 100;
/** A page with nothing but a button is never slower than this, unless the machine is busy with something else. */
const BARE_LIMITS = { lcpMs: 400, inpMs: 56 } as const;

type PageName = keyof typeof BUDGETS_KB;

/** As e2e/web-weight.ts prints it, one for each page load. */
interface Load {
  readonly name: PageName | 'bare';
  readonly scriptKb: number;
  readonly lcpMs: number;
  readonly interactions: Readonly<Record<string, number>>;
}

const lcpOf = ({ lcpMs }: Load): number => lcpMs;
/** Interaction to Next Paint: with fewer than 50 interactions on a page it is the longest (web.dev/articles/inp). */
const inpOf = ({ interactions }: Load): number => Math.max(...Object.values(interactions));

const slowestOf = (loads: readonly Load[]): string => {
  const all = loads.flatMap(({ interactions }) => Object.entries(interactions));
  return all.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
};

async function run(progress: (line: string) => void): Promise<Report> {
  const loads = await browserRounds<Load>(SCRIPT, ROUNDS, progress);
  const of = (name: Load['name']) => loads.filter((load) => load.name === name);
  const bare = { lcp: of('bare').map(lcpOf), inp: of('bare').map(inpOf) };
  const rows: Row[] = [];
  const missed: string[] = [];
  const add = (row: Row, limit: number) => {
    rows.push(row);
    if (row.ours.median > limit) missed.push(`${row.load} is above ${limit}`);
  };
  for (const name of ['sign-in', 'group call'] as const) {
    const budget = BUDGETS_KB[name];
    const own = of(name);
    const sizes = own.map(({ scriptKb }) => scriptKb);
    add(compared(`${name}, kB of JavaScript (gz)`, sizes, 'budget', [budget]), budget);
    add(compared(`${name}, LCP in ms`, own.map(lcpOf), 'bare page', bare.lcp), LCP_MS);
    const inp = `${name}, INP in ms (longest: ${slowestOf(own)})`;
    add(compared(inp, own.map(inpOf), 'bare page', bare.inp), INP_MS);
  }
  const [lcp, inp] = [spreadOf(bare.lcp).median, spreadOf(bare.inp).median];
  const invalid = [
    ...(lcp > BARE_LIMITS.lcpMs ? [`the bare page took ${lcp} ms to be shown`] : []),
    ...(inp > BARE_LIMITS.inpMs ? [`the bare page took ${inp} ms to answer`] : []),
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
