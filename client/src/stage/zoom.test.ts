import { describe, expect, it } from 'vitest';
import { panBy, pinch, unzoomed, type Zoom, zoomAt } from './zoom.ts';

const size = { width: 400, height: 200 };
/** Which point of the unzoomed picture is seen at a place. */
const seenAt = (zoom: Zoom, x: number, y: number) => [(x - zoom.x) / zoom.scale, (y - zoom.y) / zoom.scale];

describe('a zoomed picture', () => {
  it('keeps what is below the pointer there', () => {
    const zoom = zoomAt(zoomAt(unzoomed, 2, { x: 300, y: 50 }, size), 1.5, { x: 120, y: 140 }, size);
    const before = zoomAt(unzoomed, 2, { x: 300, y: 50 }, size);
    expect(zoom.scale).toBe(3);
    expect(seenAt(zoom, 120, 140)).toEqual(seenAt(before, 120, 140).map((value) => expect.closeTo(value)));
  });

  it('is never smaller than its place, nor larger than eight times', () => {
    expect(zoomAt({ scale: 2, x: -10, y: -10 }, 0.1, { x: 0, y: 0 }, size)).toEqual(unzoomed);
    expect(zoomAt(unzoomed, 100, { x: 0, y: 0 }, size).scale).toBe(8);
  });

  it('is moved to its edges and no further', () => {
    const zoom = zoomAt(unzoomed, 2, { x: 200, y: 100 }, size);
    expect(panBy(zoom, { x: 1000, y: 1000 }, size)).toEqual({ scale: 2, x: 0, y: 0 });
    expect(panBy(zoom, { x: -1000, y: -1000 }, size)).toEqual({ scale: 2, x: -400, y: -200 });
    expect(panBy(unzoomed, { x: 50, y: 50 }, size)).toEqual(unzoomed);
  });

  it('follows two fingers', () => {
    const zoom = pinch(
      unzoomed,
      [
        { x: 150, y: 100 },
        { x: 250, y: 100 },
      ],
      [
        { x: 100, y: 100 },
        { x: 300, y: 100 },
      ],
      size,
    );
    expect(zoom.scale).toBe(2);
    expect(seenAt(zoom, 100, 100)).toEqual([150, 100]);
    expect(seenAt(zoom, 300, 100)).toEqual([250, 100]);
  });
});
