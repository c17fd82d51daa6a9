import { expect, test } from 'vitest';
import { callChanges, knownFlags, nothingKnown } from './call-changes.ts';

const joined = {
  muted: false,
  camera: false,
  hand: false,
  ownScreen: false,
  otherScreen: false,
  recorded: false,
};

test('what a call is joined with is no change', () => {
  expect(callChanges(nothingKnown, joined)).toEqual([]);
});

test('names each change, and whether it went on or off', () => {
  const now = { ...joined, muted: true, recorded: true };
  expect(callChanges(joined, now)).toEqual([
    { flag: 'muted', on: true },
    { flag: 'recorded', on: true },
  ]);
  expect(callChanges(now, joined)).toEqual([
    { flag: 'muted', on: false },
    { flag: 'recorded', on: false },
  ]);
});

test('a camera that starts is on once it is live', () => {
  const starting = knownFlags(joined, { ...joined, camera: null });
  expect(callChanges(joined, starting)).toEqual([]);
  expect(callChanges(starting, { ...joined, camera: true })).toEqual([{ flag: 'camera', on: true }]);
});
