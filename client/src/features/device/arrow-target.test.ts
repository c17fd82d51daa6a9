import { expect, it } from 'vitest';
import { arrowTarget, type Direction } from './arrow-target.ts';

/** Three columns and two rows of tiles, with a gear above the last column. */
const place = (name: string, left: number, top: number, size = 100) => ({
  name,
  box: { left, right: left + size, top, bottom: top + size },
});
const tiles = [
  place('a', 0, 100),
  place('b', 110, 100),
  place('c', 220, 100),
  place('d', 0, 210),
  place('e', 110, 210),
];
const gear = place('gear', 280, 20, 40);

it.each([
  ['a', 'right', 'b'],
  ['b', 'left', 'a'],
  ['b', 'down', 'e'],
  ['e', 'up', 'b'],
  ['c', 'down', 'e'],
  ['c', 'up', 'gear'],
  ['gear', 'down', 'c'],
  ['a', 'left', undefined],
  ['d', 'down', undefined],
] satisfies [string, Direction, string | undefined][])('from %s %s lies %s', (from, direction, to) => {
  const all = [gear, ...tiles];
  const start = all.find(({ name }) => name === from);
  if (!start) throw new Error('No such tile');
  expect(arrowTarget(start.box, all, direction)?.name).toBe(to);
});
