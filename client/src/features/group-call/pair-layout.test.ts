import { describe, expect, it } from 'vitest';
import { pairLayout } from './pair-layout.ts';

describe('a call of two in a room', () => {
  it('shows the other side over the whole stage, and oneself in its lower right corner', () => {
    const { front, corner } = pairLayout(1_280, 600);
    expect(front).toEqual({ x: 0, y: 0, width: 1_280, height: 600 });
    expect(corner).toEqual({ x: 1_056, y: 467, width: 208, height: 117 });
  });

  it('shows oneself upright on a phone', () => {
    const { corner } = pairLayout(390, 700);
    expect(corner.height).toBeGreaterThan(corner.width);
  });

  it.each([
    [390, 120],
    [160, 700],
    [900, 100],
  ])('leaves most of a stage of %d × %d to the other side', (width, height) => {
    const { corner } = pairLayout(width, height);
    expect(corner.width * corner.height).toBeLessThan(0.2 * width * height);
    expect(corner.x + corner.width).toBeLessThanOrEqual(width);
    expect(corner.y + corner.height).toBeLessThanOrEqual(height);
  });
});
