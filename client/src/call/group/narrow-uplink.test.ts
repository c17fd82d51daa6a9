import { expect, it } from 'vitest';
import { createNarrowUplink } from './narrow-uplink.ts';

const readings = (
  isNarrow: ReturnType<typeof createNarrowUplink>,
  count: number,
  full: boolean,
  kbps = 120,
) => Array.from({ length: count }, () => isNarrow(full, kbps));

it('makes the camera small once the line has been full for some seconds', () => {
  const isNarrow = createNarrowUplink();
  expect(readings(isNarrow, 3, false)).toEqual([false, false, false]);
  expect(readings(isNarrow, 1, true)).toEqual([false]);
  expect(readings(isNarrow, 1, false)).toEqual([false]);
  expect(readings(isNarrow, 2, true)).toEqual([false, true]);
});

it('leaves the camera as it is where much is sent', () => {
  expect(readings(createNarrowUplink(), 10, true, 800)).not.toContain(true);
});

it('tries the camera in full again, and more and more seldom', () => {
  const isNarrow = createNarrowUplink();
  const lasts: number[] = [];
  for (let time = 0; time < 6; time++) {
    readings(isNarrow, 2, true);
    let last = 1;
    while (isNarrow(false, 60)) last += 1;
    lasts.push(last);
  }
  expect(lasts).toEqual([15, 30, 60, 120, 120, 120]);
});
