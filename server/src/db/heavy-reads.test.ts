import { expect, it } from 'vitest';
import { createHeavyReads, createReadLimits } from './heavy-reads.ts';

const PLACES = 2;

/** Reads that end when they are told to. */
function openReads() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const read = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => void ends.push(resolve));
    running -= 1;
  };
  return {
    read,
    ends,
    get most() {
      return most;
    },
  };
}

it('lets so many run at once, and hands a place on', async () => {
  const heavy = createHeavyReads(PLACES);
  const reads = openReads();
  const all = Array.from({ length: 5 }, () => heavy.run(reads.read));
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => reads.ends.length).toBeGreaterThan(done);
    reads.ends[done]?.();
  }
  await Promise.all(all);
  expect(reads.most).toBe(PLACES);
});

it('refuses who waits too long, and gives a place back after a failure', async () => {
  const heavy = createHeavyReads(1, 10);
  const reads = openReads();
  const first = heavy.run(reads.read);
  await expect(heavy.run(async () => 'never')).rejects.toMatchObject({ code: 'service-unavailable' });
  reads.ends[0]?.();
  await first;
  await expect(heavy.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await heavy.run(async () => 'done')).toBe('done');
});

it.each([2, 3, 10])('counts while rankings fill their places, of %i connections', async (poolSize) => {
  const { counts, heavyReads } = createReadLimits(poolSize);
  const rankings = openReads();
  const all = Array.from({ length: poolSize }, () => heavyReads.run(rankings.read));
  expect(await counts.run(async () => 'counted')).toBe('counted');
  expect(rankings.most).toBe(Math.max(1, Math.floor(poolSize / 3)));
  for (let done = 0; done < all.length; done += 1) {
    await expect.poll(() => rankings.ends.length).toBeGreaterThan(done);
    rankings.ends[done]?.();
  }
  await Promise.all(all);
});
