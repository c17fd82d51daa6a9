import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import { accessTiming } from './access-timing.ts';
import { answeredCalls } from './answered-calls.ts';
import { backup } from './backup.ts';
import { badNetwork } from './bad-network.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { busOutage } from './bus-outage.ts';
import { composing } from './compose.ts';
import { consoleAtSize } from './console.ts';
import { importRows } from './import-rows.ts';
import { joinTtff } from './join-ttff.ts';
import { listsAtSize } from './lists-at-size.ts';
import { malformedMedia } from './malformed-media.ts';
import { narrowLink } from './narrow-link.ts';
import { recCost } from './rec-cost.ts';
import { recover } from './recover.ts';
import { sfuCost } from './sfu-cost.ts';
import { statsQuery } from './stats-query.ts';
import { upgrade } from './upgrade.ts';
import { webGrid } from './web-grid.ts';
import { webLight } from './web-light.ts';
import { webMoving } from './web-moving.ts';
import { webReload } from './web-reload.ts';
import { webShift } from './web-shift.ts';
import { webWeight } from './web-weight.ts';

const benchmarks: readonly Benchmark[] = [
  sfuCost,
  malformedMedia,
  composing,
  recCost,
  listsAtSize,
  importRows,
  statsQuery,
  accessTiming,
  busOutage,
  answeredCalls,
  joinTtff,
  recover,
  upgrade,
  backup,
  webWeight,
  webLight,
  webGrid,
  webReload,
  webMoving,
  badNetwork,
  narrowLink,
  webShift,
  consoleAtSize,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
});

function list(): string {
  return benchmarks.map(({ name, measures, goal }) => `${name}  ${measures}; goal: ${goal}`).join('\n');
}

function asText(benchmark: Benchmark, { unit, rows, invalid, missed = [] }: Report): string {
  const width = Math.max(...rows.map(({ load }) => load.length));
  const number = (value: number) => value.toFixed(2);
  const lines = rows.map(({ load, ours, anchor, ratio }) =>
    [
      load.padEnd(width),
      `ours ${number(ours.median)} (${number(ours.min)}–${number(ours.max)})`,
      `${anchor.name} ${number(anchor.median)} (${number(anchor.min)}–${number(anchor.max)})`,
      `ratio ${number(ratio)}`,
    ].join('   '),
  );
  return [
    `${benchmark.name}: ${benchmark.measures}, in ${unit}; goal: ${benchmark.goal}`,
    ...lines,
    ...invalid.map((why) => `INVALID: ${why}`),
    ...missed.map((what) => `MISSED: ${what}`),
  ].join('\n');
}

const machine = {
  date: new Date().toISOString(),
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  kernel: release(),
  node: process.version,
};

async function main(): Promise<number> {
  if (values.list) {
    console.log(list());
    return 0;
  }
  const [name] = positionals;
  const benchmark = benchmarks.find((candidate) => candidate.name === name);
  if (!benchmark) {
    console.error(`Usage: npm run bench -- NAME [--json] | --list\n\n${list()}`);
    return 2;
  }
  const report = await benchmark.run((line) => console.error(line));
  console.log(
    values.json ? JSON.stringify({ name, machine, ...report }, null, 2) : asText(benchmark, report),
  );
  return report.invalid.length + (report.missed?.length ?? 0) > 0 ? 1 : 0;
}

process.exit(await main());
