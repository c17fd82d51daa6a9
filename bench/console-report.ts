import type { Report, Row } from './benchmark.ts';
import { compared, quantileOf } from './statistics.ts';

/** Greatest medians in ms, by how the loads of them begin. */
const GOALS_MS = [
  ['first rows', 300],
  ['page turn', 100],
  ['sort', 100],
  ['search', 100],
  ['a year', 300],
] as const;
export const INP_MS = 100;
/** What a page may hold more after 200 page turns than after 20, as a share of it. */
const GROWTH = 0.05;
/** A page with nothing but a button is never slower than this, unless the machine is busy with something else. */
const BARE_INP_MS = 56;

/** As e2e/web-console.ts prints it. */
export type Round =
  | { readonly kind: 'answer'; readonly load: string; readonly ms: number; readonly apiMs: number }
  | {
      readonly kind: 'interaction';
      readonly page: 'console' | 'bare';
      readonly load: string;
      readonly round: number;
      readonly ms: number;
    }
  | ({ readonly kind: 'memory'; readonly turns: number } & Record<Held, number>);

const held = { heapMb: 'MB of JavaScript', nodes: 'DOM nodes', listeners: 'event listeners' } as const;
type Held = keyof typeof held;

interface Part {
  readonly rows: readonly Row[];
  readonly missed: readonly string[];
}

const ofKind = <Kind extends Round['kind']>(rounds: readonly Round[], kind: Kind) =>
  rounds.filter((round): round is Extract<Round, { kind: Kind }> => round.kind === kind);

function answersOf(rounds: readonly Round[]): Part {
  const byLoad = Map.groupBy(ofKind(rounds, 'answer'), ({ load }) => load);
  const parts = [...byLoad].map(([load, all]) => {
    const times = all.map(({ ms }) => ms);
    const row = compared(
      `${load} (p75 ${quantileOf(times, 0.75).toFixed(0)})`,
      times,
      'bare answer',
      all.map(({ apiMs }) => apiMs),
    );
    const goal = GOALS_MS.find(([beginning]) => load.startsWith(beginning))?.[1];
    if (goal === undefined) throw new Error(`There is no goal for: ${load}`);
    const reached = row.ours.median <= goal;
    return { row, missed: reached ? [] : [`${load}: ${row.ours.median.toFixed(0)} ms, goal ${goal}`] };
  });
  return { rows: parts.map(({ row }) => row), missed: parts.flatMap(({ missed }) => missed) };
}

/** Interaction to Next Paint: with fewer than 50 interactions on a page it is the longest (web.dev/articles/inp). */
function interactionsOf(rounds: readonly Round[]): Part & { readonly bareMs: number } {
  const all = ofKind(rounds, 'interaction');
  const longestOf = (page: 'console' | 'bare') =>
    [
      ...Map.groupBy(
        all.filter((each) => each.page === page),
        ({ round }) => round,
      ).values(),
    ].map((ofRound) => Math.max(...ofRound.map(({ ms }) => ms)));
  const [ours, bare] = [longestOf('console'), longestOf('bare')];
  const byLoad = [
    ...Map.groupBy(
      all.filter(({ page }) => page === 'console'),
      ({ load }) => load,
    ),
  ];
  const slowest = byLoad
    .map(([load, times]) =>
      compared(
        load,
        times.map(({ ms }) => ms),
        'bare page',
        bare,
      ),
    )
    .toSorted((one, other) => other.ours.median - one.ours.median);
  const name = `INP (p75 ${quantileOf(ours, 0.75).toFixed(0)}, slowest: ${slowest[0]?.load})`;
  const row = compared(name, ours, 'bare page', bare);
  return {
    rows: [row, ...slowest.slice(0, 3)],
    missed: row.ours.median <= INP_MS ? [] : [`${name}: ${row.ours.median} ms, goal ${INP_MS}`],
    bareMs: quantileOf(bare, 0.5),
  };
}

function memoryOf(rounds: readonly Round[]): Part {
  const [first, ...later] = ofKind(rounds, 'memory');
  const last = later.at(-1);
  if (!first || !last) throw new Error('What the page holds was not measured');
  const parts = (Object.keys(held) as Held[]).map((what) => {
    const load = `${held[what]} after ${last.turns} page turns`;
    const row = compared(load, [last[what]], `after ${first.turns}`, [first[what]]);
    const growth = `${((row.ratio - 1) * 100).toFixed(1)} %`;
    return { row, missed: row.ratio <= 1 + GROWTH ? [] : [`${load}: grown by ${growth}`] };
  });
  return { rows: parts.map(({ row }) => row), missed: parts.flatMap(({ missed }) => missed) };
}

/** What was measured, beside the goals. */
export function reportOf(rounds: readonly Round[]): Report {
  const [answers, interactions, memory] = [answersOf(rounds), interactionsOf(rounds), memoryOf(rounds)];
  const parts = [answers, interactions, memory];
  return {
    unit: 'ms, or as the row says',
    rows: parts.flatMap(({ rows }) => rows),
    invalid:
      interactions.bareMs > BARE_INP_MS
        ? [`the bare page took ${interactions.bareMs} ms to answer: the machine was busy`]
        : [],
    missed: parts.flatMap(({ missed }) => missed),
  };
}
