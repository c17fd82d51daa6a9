import { describe, expect, it } from 'vitest';
import type { Box } from './grid-layout.ts';
import { speakerLayout, stripPerPage } from './speaker-layout.ts';

const GAP = 10;
const isWithin = (width: number, height: number) => (box: Box) =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe.each([
  ['a desktop', 1248, 620],
  ['a tablet', 736, 860],
  ['a phone', 370, 640],
  ['a phone on its side', 800, 250],
])('on %s', (_, width, height) => {
  const room = stripPerPage(width, height, GAP);

  it('everything fits and nothing overlaps', () => {
    for (let others = 0; others <= room; others++) {
      const { front, strip } = speakerLayout(width, height, others, GAP);
      const all = [front, ...strip];
      expect(strip).toHaveLength(others);
      expect(all.every(isWithin(width, height))).toBe(true);
      const pairs = all.flatMap((one, i) => all.slice(i + 1).map((other) => overlap(one, other)));
      expect(pairs).not.toContain(true);
    }
  });

  it('the one in front is by far the largest', () => {
    const { front, strip } = speakerLayout(width, height, room, GAP);
    const area = (box: Box) => box.width * box.height;
    for (const box of strip) expect(area(front)).toBeGreaterThan(4 * area(box));
  });
});

it('who is alone has the whole stage', () => {
  expect(speakerLayout(800, 600, 0, GAP).front).toEqual({ x: 0, y: 0, width: 800, height: 600 });
});
