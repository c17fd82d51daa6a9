import type { Benchmark, Report } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared, quantileOf } from './statistics.ts';

const SCRIPT = new URL('../e2e/recover.ts', import.meta.url);
/** Of each kind of incident. */
const ROUNDS = Number(process.env.RECOVER_ROUNDS ?? 20);
const LIMIT_MS = 2_000;
/** A picture more or less, at 10 a second. */
const NO_GAP_MS = 250;
const ANCHOR = 'nothing';
/** They carry the media. */
const CARRIERS: ReadonlySet<string> = new Set(['media worker', 'media node']);

interface Round {
  readonly call: string;
  readonly incident: string;
  readonly pictureMs: number;
  readonly soundMs: number;
}

async function run(progress: (line: string) => void): Promise<Report> {
  const rounds = await browserRounds<Round>(SCRIPT, ROUNDS, progress);
  const of = (wanted: Pick<Round, 'call' | 'incident'>, kind: 'pictureMs' | 'soundMs') =>
    rounds
      .filter(({ call, incident }) => call === wanted.call && incident === wanted.incident)
      .map((round) => round[kind]);
  const loads = Map.groupBy(rounds, ({ call, incident }) => `${call}, ${incident}`);
  const measured = [...loads].flatMap(([load, [round]]) => {
    if (!round || round.incident === ANCHOR) return [];
    const { call, incident } = round;
    return (['pictureMs', 'soundMs'] as const).map((kind) => ({
      load: `${load}: without ${kind === 'pictureMs' ? 'picture' : 'sound'}`,
      values: of({ call, incident }, kind),
      anchor: of({ call, incident: ANCHOR }, kind),
      limitMs: CARRIERS.has(incident) ? LIMIT_MS : NO_GAP_MS,
    }));
  });
  return {
    unit: 'ms',
    rows: measured.map(({ load, values, anchor }) => compared(load, values, 'nothing dies', anchor)),
    invalid: [],
    missed: measured
      .map(({ load, values, limitMs }) => ({ load, p95: quantileOf(values, 0.95), limitMs }))
      .filter(({ p95, limitMs }) => p95 > limitMs)
      .map(({ load, p95, limitMs }) => `${load}: p95 ${p95.toFixed(0)} ms, more than ${limitMs} ms`),
  };
}

export const recover: Benchmark = {
  name: 'recover',
  measures:
    'longest time without picture or sound in a call of two while a process of npm start is killed, or the sockets are cut',
  goal: `p95 at most ${LIMIT_MS} ms for media workers and nodes, no gap (${NO_GAP_MS} ms) for the rest, and no row of the history lost`,
  run,
};
