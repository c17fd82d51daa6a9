import { serverEnvironment } from '#server/config.ts';
import { type Limit, limitTable, type NumberSetting } from '#server/limits/limit-table.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const nameOf = (setting: NumberSetting): string => `\`${serverEnvironment.variables[setting].name}\``;
const printedLimit = (value: number | NumberSetting): string =>
  typeof value === 'number' ? String(value) : nameOf(value);

function windowOf(minutes: number | NumberSetting): string {
  if (minutes === 1) return 'per minute';
  if (minutes === 1_440) return 'per day';
  return `in ${printedLimit(minutes)}${typeof minutes === 'number' ? ' minutes' : ''}`;
}

const paceOf = (refillMs: number): string =>
  refillMs < 1_000 ? `${1_000 / refillMs} per second` : `one in ${refillMs / 1_000} s`;

function maximumOf(limit: Limit): string {
  switch (limit.kind) {
    case 'rate':
      return `${limit.rate.burst} at once, then ${paceOf(limit.rate.refillMs)}`;
    case 'per-minute':
      return `${nameOf(limit.most)}${limit.burst === 1 ? '' : `, ${limit.burst * 100} % of it at once`}`;
    case 'window':
      return `${printedLimit(limit.most)} ${windowOf(limit.minutes)}`;
    case 'at-once':
      return `${printedLimit(limit.most)} at once`;
    case 'pause':
      return `one in ${limit.seconds} s`;
    case 'rules':
      return limit.settings.map(nameOf).join(', ');
  }
}

/** All limits on how often something may be asked for, as docs/operations.md shows them: `node scripts/limit-table.ts`. */
export function limitTableText(): string {
  const rows = Object.entries<Limit>(limitTable).map(([name, limit]) =>
    row([`\`${name}\``, limit.counts, limit.per, maximumOf(limit), limit.countedBy]),
  );
  return [row(['Limit', 'Counts', 'Per', 'Maximum', 'Counted by']), row(Array(5).fill('---')), ...rows].join(
    '\n',
  );
}

if (import.meta.main) process.stdout.write(`${limitTableText()}\n`);
