import type { Benchmark, Report } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared, spreadOf } from './statistics.ts';

const SCRIPT = new URL('../e2e/bad-network.ts', import.meta.url);
const ROUNDS = Number(process.env.BAD_NETWORK_ROUNDS ?? 1);
/** Per cent of the sound that may be concealed, by what a load's name says. */
const LIMITS: readonly (readonly [RegExp, number])[] = [
  [/ 0 % lost/, 1],
  [/ 10 % lost/, 2],
  [/^1-to-1, 20 % lost/, 3],
  [/^group, 20 % lost/, 5],
];

/** As e2e/bad-network.ts prints it: a line for each browser that receives. */
export interface Round {
  readonly load: string;
  readonly of: 'call' | 'bare';
  readonly concealedPercent: number;
  readonly kbps: number;
}

async function run(progress: (line: string) => void): Promise<Report> {
  const rounds = await browserRounds<Round>(SCRIPT, ROUNDS, progress);
  const valuesOf = (load: string, of: Round['of'], value: 'concealedPercent' | 'kbps') =>
    rounds.filter((round) => round.load === load && round.of === of).map((round) => round[value]);
  const loads = [...new Set(rounds.map(({ load }) => load))];
  const rows = loads.flatMap((load) =>
    (['concealedPercent', 'kbps'] as const).map((value) =>
      compared(
        `${load}: ${value === 'kbps' ? 'payload sent, kbit/s' : 'concealed, %'}`,
        valuesOf(load, 'call', value),
        'bare connections',
        valuesOf(load, 'bare', value),
      ),
    ),
  );
  const missed = loads.flatMap((load) => {
    const limit = LIMITS.find(([pattern]) => pattern.test(load))?.[1] ?? 0;
    const { median } = spreadOf(valuesOf(load, 'call', 'concealedPercent'));
    return median < limit ? [] : [`${load}: ${median.toFixed(2)} % concealed, limit ${limit} %`];
  });
  return { unit: '% and kbit/s', rows, invalid: [], missed };
}

export const badNetwork: Benchmark = {
  name: 'bad-network',
  measures: 'speech that browsers make up on lines that lose packets, beside two bare connections',
  goal: 'less than 2 % at 10 % loss; at 20 % less than 3 % in 1-to-1 and 5 % in group calls',
  run,
};
