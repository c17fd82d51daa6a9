import { describe, expect, it } from 'vitest';
import { rejoinDelayMs } from './rejoin-policy.ts';

describe('the wait before joining', () => {
  it('is nothing for the first join', () => {
    expect(rejoinDelayMs(0, 1)).toBe(0);
  });

  it('spreads the members of a room that died over less than half a second', () => {
    expect(rejoinDelayMs(1, 0)).toBe(0);
    expect(rejoinDelayMs(1, 1)).toBeLessThan(500);
  });

  it('grows with every join that fails, up to six seconds', () => {
    const waits = [2, 3, 4, 5, 9].map((failures) => rejoinDelayMs(failures, 1));
    expect(waits).toEqual([1_000, 2_000, 4_000, 6_000, 6_000]);
  });
});
