import { describe, expect, it } from 'vitest';
import { fitPicture, type Place, placeScene } from './scene.ts';

const person = { kind: 'person' } as const;
const share = { kind: 'share' } as const;
const inside = ({ x, y, width, height }: Place) =>
  x >= 0 && y >= 0 && x + width <= 1280 && y + height <= 720 && width > 0 && height > 0;
const overlap = (one: Place, other: Place) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe('a recorded picture', () => {
  it.each([1, 2, 3, 5, 9, 16])('has space for %d people, none over another', (count) => {
    for (const shares of [0, 1, 2]) {
      const pictures = [...Array(shares).fill(share), ...Array(count).fill(person)];
      const places = placeScene(pictures, 1280, 720);
      expect(places).toHaveLength(count + shares);
      expect(places.every(inside)).toBe(true);
      for (const [index, place] of places.entries())
        expect(places.slice(index + 1).some((other) => overlap(place, other))).toBe(false);
    }
  });

  it('gives what is shared most of the room', () => {
    const [shared, someone] = placeScene([share, person, person], 1280, 720);
    expect(shared?.width).toBeGreaterThan(3 * (someone?.width ?? 0));
  });

  it('shows a shared picture whole and fills a place with a person', () => {
    const place = { x: 0, y: 0, width: 100, height: 100 };
    expect(fitPicture({ width: 200, height: 100 }, place, 'contain')).toEqual({
      x: 0,
      y: 25,
      width: 100,
      height: 50,
    });
    expect(fitPicture({ width: 200, height: 100 }, place, 'cover')).toEqual({
      x: -50,
      y: 0,
      width: 200,
      height: 100,
    });
  });
});
