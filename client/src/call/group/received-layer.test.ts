import { describe, expect, it } from 'vitest';
import { layerFor } from './received-layer.ts';

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
