import type { Benchmark, Report, Row } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared, spreadOf } from './statistics.ts';

const SCRIPT = new URL('../e2e/web-grid.ts', import.meta.url);
const ROUNDS = Number(process.env.WEB_GRID_ROUNDS ?? 5);
/** What people call smooth: nearly all pictures, no moment without one, a page that answers at once. */
const SMOOTH = { drawn: 0.95, gapMs: 250, taskMs: 50 } as const;
/** A round is valid if the senders kept time, everything arrived, and the machine was otherwise idle. */
const VALID = { sendersPercent: 70, arrived: 0.999, othersPercent: 25 } as const;

/** As e2e/web-grid.ts prints it. */
interface Round {
  readonly count: number;
  /** Pictures a second. */
  readonly sent: number;
  readonly seconds: number;
  readonly tiles: readonly { readonly drawn: number; readonly longestGapMs: number }[];
  readonly arrived: number;
  readonly longestTaskMs: number;
  /** Per cent of a core. */
  readonly use: { readonly senders: number; readonly others: number };
}

/** Of the tile that was drawn least often, and of the one that stood still longest. */
const slowest = ({ tiles, seconds }: Round): number => Math.min(...tiles.map(({ drawn }) => drawn / seconds));
const longestGap = ({ tiles }: Round): number => Math.max(...tiles.map(({ longestGapMs }) => longestGapMs));

const whyInvalid = ({ count, arrived, use }: Round): readonly string[] => [
  ...(use.senders > VALID.sendersPercent
    ? [`${count} videos: the senders took ${use.senders.toFixed(0)} % of their core`]
    : []),
  ...(arrived < VALID.arrived ? [`${count} videos: only ${(100 * arrived).toFixed(2)} % arrived`] : []),
  ...(use.others > VALID.othersPercent
    ? [`${count} videos: others took ${use.others.toFixed(0)} % of a core`]
    : []),
];

const rowsOf = (count: number, rounds: readonly Round[]): readonly Row[] => {
  const sent = rounds[0]?.sent ?? Number.NaN;
  const row = (load: string, value: (round: Round) => number, name: string, wanted: number): Row =>
    compared(`${count} videos, ${load}`, rounds.map(value), name, [wanted]);
  return [
    row('drawn a second (the one least often)', slowest, 'sent', sent),
    row('longest time without a new one, ms', longestGap, 'between two that are sent', 1_000 / sent),
    row('longest task of the page, ms', ({ longestTaskMs }) => longestTaskMs, 'limit', SMOOTH.taskMs),
  ];
};

async function run(progress: (line: string) => void): Promise<Report> {
  const rounds = await browserRounds<Round>(SCRIPT, ROUNDS, progress);
  const counts = Map.groupBy(rounds, ({ count }) => count);
  const missed = [...counts].flatMap(([count, ofCount]) => {
    const median = (value: (round: Round) => number) => spreadOf(ofCount.map(value)).median;
    return [
      ...(median((round) => slowest(round) / round.sent) < SMOOTH.drawn
        ? [`${count} videos: one is drawn less than ${100 * SMOOTH.drawn} % of the time`]
        : []),
      ...(median(longestGap) > SMOOTH.gapMs ? [`${count} videos: one stands still`] : []),
      ...(median(({ longestTaskMs }) => longestTaskMs) > SMOOTH.taskMs
        ? [`${count} videos: the page is held up`]
        : []),
    ];
  });
  return {
    unit: 'pictures a second or ms',
    rows: [...counts].flatMap(([count, ofCount]) => rowsOf(count, ofCount)),
    invalid: rounds.flatMap(whyInvalid),
    missed,
  };
}

export const webGrid: Benchmark = {
  name: 'web-grid',
  measures: 'how smoothly Chromium without a GPU shows a group call of 4, 9 and 16 videos in a grid',
  goal: `${100 * SMOOTH.drawn} % drawn, no gap above ${SMOOTH.gapMs} ms, no task above ${SMOOTH.taskMs} ms`,
  run,
};
