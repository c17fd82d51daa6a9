import type { Benchmark, Report } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared, spreadOf } from './statistics.ts';

const SCRIPT = new URL('../e2e/narrow-link.ts', import.meta.url);
const ROUNDS = Number(process.env.NARROW_LINK_ROUNDS ?? 3);

/** What one browser receives in some seconds, as e2e/narrow-link.ts prints it. */
export interface Round {
  /** Null: the line carries all. */
  readonly kbps: number | null;
  readonly who: string;
  readonly concealedPercent: number;
  /** Between arrival and playing. */
  readonly delayMs: number;
  /** Of each picture, the best first. */
  readonly fps: readonly number[];
  /** Longest time without a new frame, in the order of `fps`. */
  readonly gapMs: readonly number[];
  readonly roundTripMs: number;
}

const values = {
  'concealed, %': ({ concealedPercent }: Round) => concealedPercent,
  'waits in the buffer, ms': ({ delayMs }: Round) => delayMs,
  'frames a second of the best half of the pictures': ({ fps }: Round) => best(fps).at(-1) ?? 0,
  'longest time without one of them, ms': ({ gapMs }: Round) => Math.max(...best(gapMs)),
} as const;
const LIMITS: Readonly<Record<keyof typeof values, (median: number) => boolean>> = {
  'concealed, %': (median) => median < 2,
  'waits in the buffer, ms': (median) => median < 400,
  'frames a second of the best half of the pictures': (median) => median >= 7,
  'longest time without one of them, ms': (median) => median <= 2_000,
};
const names = Object.keys(values) as (keyof typeof values)[];

function best<Value>(pictures: readonly Value[]): readonly Value[] {
  return pictures.slice(0, Math.ceil(pictures.length / 2));
}

async function run(progress: (line: string) => void): Promise<Report> {
  const rounds = await browserRounds<Round>(SCRIPT, ROUNDS, progress);
  const loads = [...new Set(rounds.flatMap(({ kbps }) => kbps ?? []))];
  const people = [...new Set(rounds.map(({ who }) => who))];
  const cases = people.flatMap((who) =>
    loads.flatMap((kbps) =>
      names.map((name) => {
        const of = (rate: number | null) =>
          rounds.filter((round) => round.who === who && round.kbps === rate).map(values[name]);
        return { name, load: `${kbps} kbit/s, ${who}: ${name}`, narrow: of(kbps), any: of(null) };
      }),
    ),
  );
  return {
    unit: 'as each row says',
    rows: cases.map(({ load, narrow, any }) => compared(load, narrow, 'a line that carries all', any)),
    invalid: [],
    missed: cases
      .filter(({ name, narrow }) => !LIMITS[name](spreadOf(narrow).median))
      .map(({ load, narrow }) => `${load}: ${spreadOf(narrow).median.toFixed(1)}`),
  };
}

export const narrowLink: Benchmark = {
  name: 'narrow-link',
  measures: 'what is heard and seen in a call of three behind a line of 300 and of 150 kbit/s, both ways',
  goal: 'less than 2 % concealed, less than 400 ms in the buffer, half of the pictures at 7 frames/s and never still for 2 s',
  run,
};
