import type { Benchmark, Report, Row } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared, spreadOf } from './statistics.ts';

const SCRIPT = new URL('../e2e/web-light.ts', import.meta.url);
const ROUNDS = Number(process.env.WEB_LIGHT_ROUNDS ?? 5);
const HOME_REQUESTS = 40;
const USABLE_MS = 4_000;
/** Thousands of bytes, as they come over the network. Not reached: docs/adr/0007 says what it would take. */
const DOOR_KB = 120;
/** A page with nothing but a button is never slower than this, unless the machine is busy with something else. */
const BARE_MS = 1_500;

/** As e2e/web-light.ts prints it, one for each page load. */
interface Load {
  readonly name: 'bare' | 'home' | 'door';
  readonly requests: number;
  readonly scriptKb: number;
  readonly lcpMs: number;
  readonly usableMs: number;
}

async function run(progress: (line: string) => void): Promise<Report> {
  const loads = await browserRounds<Load>(SCRIPT, ROUNDS, progress);
  const of = (name: Load['name'], what: Exclude<keyof Load, 'name'>) =>
    loads.filter((load) => load.name === name).map((load) => load[what]);
  const rows: Row[] = [];
  const missed: string[] = [];
  const add = (row: Row, limit?: number) => {
    rows.push(row);
    if (limit !== undefined && row.ours.median > limit) missed.push(`${row.load} is above ${limit}`);
  };
  for (const name of ['home', 'door'] as const) {
    const beside = (what: 'lcpMs' | 'usableMs', title: string) =>
      compared(`${name}, ${title}`, of(name, what), 'bare page', of('bare', what));
    add(compared(`${name}, requests`, of(name, 'requests'), 'budget', [HOME_REQUESTS]), HOME_REQUESTS);
    const kb = compared(`${name}, kB of JavaScript (br)`, of(name, 'scriptKb'), 'budget', [DOOR_KB]);
    add(kb, name === 'door' ? DOOR_KB : undefined);
    add(beside('lcpMs', 'LCP in ms'));
    add(beside('usableMs', 'ms until usable'), USABLE_MS);
  }
  const bare = spreadOf(of('bare', 'usableMs')).median;
  const invalid = bare > BARE_MS ? [`the bare page took ${bare} ms`] : [];
  return { unit: 'requests, kB or ms', rows, invalid, missed };
}

export const webLight: Benchmark = {
  name: 'web-light',
  measures: 'first load of home and of the door of a guest on slow 4G with a processor four times slower',
  goal: `≤ ${HOME_REQUESTS} requests, usable in ≤ ${USABLE_MS} ms; the door ≤ ${DOOR_KB} kB of JavaScript`,
  run,
};
