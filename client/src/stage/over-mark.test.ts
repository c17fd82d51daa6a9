import { expect, test } from 'vitest';
import { isMarkedOver, overMark } from './over-mark.ts';

test('a history entry is known to be of a call that is over, and no other is', () => {
  expect(isMarkedOver(structuredClone(overMark))).toBe(true);
  for (const state of [null, undefined, 'callOver', {}, { callOver: 'yes' }, { callIntent: 'x' }])
    expect(isMarkedOver(state)).toBe(false);
});
