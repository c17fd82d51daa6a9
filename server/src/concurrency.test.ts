import { expect, it } from 'vitest';
import { coalesced, eachAtOnce } from './concurrency.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('works on every item once, and never on more than so many at once', async () => {
  const done: number[] = [];
  let busy = 0;
  let most = 0;
  await eachAtOnce([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    busy += 1;
    most = Math.max(most, busy);
    await turn();
    busy -= 1;
    done.push(item);
  });
  expect([done.toSorted(), most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3]);
});

it('runs once more for all who ask during a run, and again for those who ask later', async () => {
  let runs = 0;
  const ask = coalesced(async () => {
    runs += 1;
    await turn();
  });
  await Promise.all([ask(), ask(), ask()]);
  expect(runs).toBe(1 + 1);
  await ask();
  expect(runs).toBe(3);
});

it('can be asked again after a run that failed', async () => {
  let runs = 0;
  const ask = coalesced(async () => {
    runs += 1;
    if (runs === 1) throw new Error('failed');
  });
  await expect(ask()).rejects.toThrow('failed');
  await ask();
  expect(runs).toBe(2);
});
