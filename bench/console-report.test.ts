import { expect, it } from 'vitest';
import { type Round, reportOf } from './console-report.ts';

const answer = (load: string, ms: number): Round => ({ kind: 'answer', load, ms, apiMs: 10 });
const interaction = (page: 'console' | 'bare', round: number, ms: number): Round => ({
  kind: 'interaction',
  page,
  load: 'press',
  round,
  ms,
});
const memory = (turns: number, heapMb: number): Round => ({
  kind: 'memory',
  turns,
  heapMb,
  nodes: 1_000,
  listeners: 100,
});
const good = [
  answer('first rows: users', 300),
  answer('sort: users', 90),
  interaction('console', 0, 96),
  interaction('bare', 0, 16),
  memory(20, 10),
  memory(200, 10.2),
];

it('a run that reaches the goals misses nothing', () => {
  const { rows, missed, invalid } = reportOf(good);
  expect([missed, invalid]).toEqual([[], []]);
  expect(rows.map(({ load }) => load)).toContain('first rows: users (p75 300)');
});

it('medians above the goals, and what grows, are missed', () => {
  const slow = [answer('sort: users', 300), answer('sort: users', 300), interaction('console', 1, 300)];
  const { missed } = reportOf([...good, ...slow, memory(220, 20)]);
  expect(missed).toEqual([
    'sort: users: 300 ms, goal 100',
    'INP (p75 300, slowest: press): 198 ms, goal 100',
    'MB of JavaScript after 220 page turns: grown by 100.0 %',
  ]);
});

it('a busy machine proves nothing', () => {
  expect(reportOf([...good, interaction('bare', 1, 200), interaction('bare', 2, 200)]).invalid).toHaveLength(
    1,
  );
});

it('what has no goal is an error of the benchmark', () => {
  expect(() => reportOf([...good, answer('something else', 1)])).toThrow('something else');
});
