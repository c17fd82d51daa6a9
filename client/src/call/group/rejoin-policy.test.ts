import { describe, expect, it } from 'vitest';
import { rejoinDelayMs } from './rejoin-policy.ts';

describe('the wait before joining', () => {
  it('is nothing for the first join', () => {
    expect(rejoinDelayMs({ failures: 0, members: 0 }, 1)).toBe(0);
  });

  it('spreads the members of a room that died, the longer the more there were, over less than half a second', () => {
    expect(rejoinDelayMs({ failures: 1, members: 20 }, 0)).toBe(0);
    expect([2, 10, 20, 100].map((members) => rejoinDelayMs({ failures: 1, members }, 1))).toEqual([
      40, 200, 400, 400,
    ]);
  });

  it('grows with every join that fails, up to six seconds', () => {
    const waits = [2, 3, 4, 5, 9].map((failures) => rejoinDelayMs({ failures, members: 2 }, 1));
    expect(waits).toEqual([1_000, 2_000, 4_000, 6_000, 6_000]);
  });
});
