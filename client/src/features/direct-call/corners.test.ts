import { expect, it } from 'vitest';
import { cornerOf, moveCorner } from './corners.ts';

const stage = { left: 0, top: 0, width: 1000, height: 600 };

it.each([
  [{ left: 10, top: 10 }, 'top-left'],
  [{ left: 700, top: 10 }, 'top-right'],
  [{ left: 100, top: 400 }, 'bottom-left'],
  [{ left: 451, top: 400 }, 'bottom-right'],
])('what is let go at %j comes to rest in the corner %s', (at, corner) => {
  expect(cornerOf({ ...at, width: 100, height: 100 }, stage)).toBe(corner);
});

it('moves by the arrow keys and no others', () => {
  expect(moveCorner('bottom-right', 'ArrowUp')).toBe('top-right');
  expect(moveCorner('bottom-right', 'ArrowRight')).toBe('bottom-right');
  expect(moveCorner('bottom-right', 'Enter')).toBeNull();
});
