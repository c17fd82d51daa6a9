import type { Benchmark, Report } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared } from './statistics.ts';

const SCRIPT = new URL('../e2e/join-ttff.ts', import.meta.url);
const ROUNDS = Number(process.env.JOIN_TTFF_ROUNDS ?? 20);
const LIMIT = 1.5;
/** By call. Devices open when a 1-to-1 call is answered, but before a group call is joined, for its preview. */
const ANCHORS: Readonly<Record<string, string>> = {
  '1-to-1': 'bare, devices at the press',
  group: 'bare, devices open',
};

interface Round {
  readonly call: string;
  readonly delayMs: number;
  readonly ms: number;
}

async function run(progress: (line: string) => void): Promise<Report> {
  const rounds = await browserRounds<Round>(SCRIPT, ROUNDS, progress);
  const timesOf = (call: string, delayMs: number) =>
    rounds.filter((round) => round.call === call && round.delayMs === delayMs).map(({ ms }) => ms);
  const calls = new Map(rounds.map(({ call, delayMs }) => [`${call}, ${delayMs}`, { call, delayMs }]));
  const rows = [...calls.values()].flatMap(({ call, delayMs }) => {
    const anchor = ANCHORS[call];
    if (anchor === undefined) return [];
    const load = `${call}, signalling ${delayMs} ms late`;
    return [compared(load, timesOf(call, delayMs), anchor, timesOf(anchor, delayMs))];
  });
  return {
    unit: 'ms',
    rows,
    invalid: [],
    missed: rows
      .filter(({ ratio }) => ratio > LIMIT)
      .map(({ load, ratio }) => `${load}: ${ratio.toFixed(2)} times as long`),
  };
}

export const joinTtff: Benchmark = {
  name: 'join-ttff',
  measures:
    'time from the press that enters a call until both sides have drawn the first picture of the other',
  goal: `at most ${LIMIT} times as long as two bare pages`,
  run,
};
