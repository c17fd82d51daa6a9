import { describe, expect, it } from 'vitest';
import { layerFor } from './layers.ts';
import { rejoinDelayMs } from './rejoin-policy.ts';

describe('the simulcast layer of a video', () => {
  it.each([
    [{ width: 240, height: 135 }, 1, 0],
    [{ width: 240, height: 135 }, 2, 1],
    [{ width: 640, height: 360 }, 1, 1],
    [{ width: 1200, height: 675 }, 1, 2],
    [{ width: 300, height: 600 }, 1, 2],
  ])('that is shown at %j with pixel ratio %d is %d', (size, ratio, layer) => {
    expect(layerFor(size, ratio)).toBe(layer);
  });

  it('does not follow displays beyond what an eye can tell apart', () => {
    expect(layerFor({ width: 200, height: 112 }, 4)).toBe(layerFor({ width: 200, height: 112 }, 2));
  });
});

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
