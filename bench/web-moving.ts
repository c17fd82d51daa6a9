import type { Benchmark, Report } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared } from './statistics.ts';

const SCRIPT = new URL('../e2e/web-moving.ts', import.meta.url);
const ROUNDS = Number(process.env.WEB_MOVING_ROUNDS ?? 5);
/** "No second passes without a frame" (SPEC D12). */
const LIMIT_MS = 1_000;
const ANCHOR = 'stays';

interface Round {
  readonly load: string;
  readonly pictureMs: number;
  readonly soundMs: number;
}

async function run(progress: (line: string) => void): Promise<Report> {
  const rounds = await browserRounds<Round>(SCRIPT, ROUNDS, progress);
  const of = (load: string, kind: 'pictureMs' | 'soundMs') =>
    rounds.filter((round) => round.load === load).map((round) => round[kind]);
  if (of(ANCHOR, 'pictureMs').length === 0) throw new Error('The call that stays was not measured');
  const loads = new Set(rounds.map(({ load }) => load).filter((load) => load !== ANCHOR));
  const rows = [...loads].flatMap((load) =>
    (['pictureMs', 'soundMs'] as const).map((kind) =>
      compared(
        `${load}: without ${kind === 'pictureMs' ? 'picture' : 'sound'}`,
        of(load, kind),
        'a call that stays',
        of(ANCHOR, kind),
      ),
    ),
  );
  return {
    unit: 'ms',
    rows,
    invalid: [],
    missed: rows
      .filter(({ ours }) => ours.max >= LIMIT_MS)
      .map(({ load, ours }) => `${load}: ${ours.max.toFixed(0)} ms`),
  };
}

export const webMoving: Benchmark = {
  name: 'web-moving',
  measures: 'longest time without picture or sound while a 1-to-1 call moves to a media node',
  goal: `less than ${LIMIT_MS} ms each time`,
  run,
};
