import { describe, expect, it } from 'vitest';
import { type Box, gridLayout, tilesPerPage } from './grid-layout.ts';

const GAP = 12;
const stages = [
  ['a wide desktop', 1280, 620],
  ['a tablet', 768, 860],
  ['a phone held upright', 390, 690],
  ['a phone on its side', 780, 300],
] as const;

const columnsOf = (boxes: readonly Box[]) => boxes.filter((box) => box.y === boxes[0]?.y).length;
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(stages)('the tiles on %s', (_name, width, height) => {
  it.each(Array.from({ length: 16 }, (_, index) => index + 1))(
    'of %d people lie on the stage and do not overlap',
    (count) => {
      const boxes = gridLayout(width, height, count, GAP);
      expect(boxes).toHaveLength(count);
      for (const [index, box] of boxes.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width + 1);
        expect(box.y + box.height).toBeLessThanOrEqual(height + 1);
        for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
      }
    },
  );
});

describe('the number of columns', () => {
  it.each([
    [1280, 620, 2, 2],
    [1280, 620, 4, 2],
    [1248, 664, 9, 3],
    [390, 690, 2, 1],
    [390, 690, 4, 2],
    [390, 690, 12, 3],
    [780, 300, 3, 3],
    [864, 664, 4, 2],
    [864, 664, 5, 3],
    [864, 664, 6, 3],
  ])('on %d × %d with %d people is %d', (width, height, count, columns) => {
    expect(columnsOf(gridLayout(width, height, count, GAP))).toBe(columns);
  });
});

it('leaves nothing black at the sides of five people beside a panel', () => {
  const [first] = gridLayout(864, 664, 5, GAP);
  expect(first).toMatchObject({ x: 0, y: 0, width: 280, height: 326 });
});

it('centres the last row', () => {
  const [, , third] = gridLayout(1200, 800, 3, GAP);
  expect(third && third.x + third.width / 2).toBeCloseTo(600, -1);
});

it('shows no more people at once than can be told apart', () => {
  expect(tilesPerPage(1280, 620, GAP)).toBe(16);
  expect(tilesPerPage(390, 690, GAP)).toBe(16);
  expect(tilesPerPage(360, 300, GAP)).toBe(6);
  expect(tilesPerPage(0, 0, GAP)).toBe(1);
});
