import { expect, test } from 'vitest';
import { stayChanges } from './stay-changes.ts';

const limits = { before: 2, after: 10 };
const told = (...present: Parameters<typeof stayChanges>[0]) =>
  stayChanges(present, limits).map((change) =>
    change.change === 'interrupted'
      ? `${change.at} interrupted`
      : `${change.at} ${change.index} ${change.change}`,
  );

test('people come and leave in order', () => {
  expect(told([[0, 100]], [[20, 50]])).toEqual(['0 0 began', '20 1 began', '50 1 ended', '100 0 ended']);
});

test('a recording in which nobody is for a while, and then the same people, was interrupted', () => {
  const [alice, bob] = [
    [
      [0, 40],
      [135, 200],
    ],
    [
      [0, 39],
      [137, 190],
    ],
  ] as const;
  expect(told(alice, bob)).toEqual([
    '0 0 began',
    '0 1 began',
    '40 interrupted',
    '190 1 ended',
    '200 0 ended',
  ]);
});

test('someone who left well before an interruption, or came well after it, has left or come', () => {
  expect(
    told(
      [
        [0, 40],
        [135, 200],
      ],
      [
        [0, 30],
        [136, 190],
      ],
      [
        [0, 40],
        [150, 180],
      ],
    ),
  ).toEqual([
    '0 0 began',
    '0 1 began',
    '0 2 began',
    '30 1 ended',
    '40 2 ended',
    '40 interrupted',
    '136 1 began',
    '150 2 began',
    '180 2 ended',
    '190 1 ended',
    '200 0 ended',
  ]);
});

test('everyone left who does not come back', () => {
  expect(told([[0, 40]], [[60, 100]])).toEqual(['0 0 began', '40 0 ended', '60 1 began', '100 1 ended']);
});

test('nothing changes in a recording without anyone', () => {
  expect(told()).toEqual([]);
});
