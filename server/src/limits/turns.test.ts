import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { limitTable } from './limit-table.ts';
import { createTurns, type Turns } from './turns.ts';

const PLACES = limitTable['requests-at-once-person'].most;
const WAIT_MS = 1_000;
const HANA = 'user:hana';

let turns: Turns;
beforeEach(() => {
  vi.useFakeTimers();
  turns = createTurns('requests-at-once-person', WAIT_MS);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that goes on until it is ended. */
function hold(person: `user:${string}`) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn(() => promise);
  return { work, end: resolve, done: turns.run(person, work) };
}
const holdMany = (count: number) => Array.from({ length: count }, () => hold(HANA));
const begun = (all: readonly ReturnType<typeof hold>[]) => all.map(({ work }) => work.mock.calls.length);

it('a few requests of one person are worked on at a time, the next ones in order, and those of others at once', async () => {
  const first = holdMany(PLACES);
  const [next, last] = [hold(HANA), hold(HANA)];
  const other = hold('user:ken');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun([...first, next, last, other])).toEqual([...first.map(() => 1), 0, 0, 1]);
  first[0]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun([next, last])).toEqual([1, 0]);
  next.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun([last])).toEqual([1]);
});

it('a request that waits too long is refused, and takes no place later', async () => {
  const first = holdMany(PLACES);
  const late = hold(HANA);
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  hold('user:ken').end();
  const refused = expect(late.done).rejects.toMatchObject({
    code: 'too-many-requests',
    limit: 'requests-at-once-person',
    retryAfterMs: expect.any(Number),
  });
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  await refused;
  for (const each of first) each.end();
  await vi.advanceTimersByTimeAsync(0);
  const again = holdMany(PLACES);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun([late, ...again])).toEqual([0, ...again.map(() => 1)]);
});

it('a request that waits while no one’s work is done, or it fails for want of the database, is told so', async () => {
  const first = holdMany(PLACES);
  const waiting = [hold(HANA), hold(HANA)];
  const told = waiting.map(({ done }) =>
    expect(done).rejects.toMatchObject({ code: 'service-unavailable', retryAfterMs: expect.any(Number) }),
  );
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  const away = new AppError('service-unavailable');
  await expect(turns.run('user:ken', () => Promise.reject(away))).rejects.toBe(away);
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  await Promise.all(told);
  for (const each of first) each.end();
});

it('so many of one person wait, and no more', async () => {
  const all = holdMany(PLACES + 600);
  await expect(hold(HANA).done).rejects.toMatchObject({ code: 'too-many-requests' });
  for (const each of all) each.end();
  await Promise.all(all.map(({ done }) => done));
});

it('work that fails gives its place back', async () => {
  const failing = Array.from({ length: PLACES + 1 }, () =>
    turns.run(HANA, async () => {
      throw new Error('failed');
    }),
  );
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(
    failing.map(() => 'rejected'),
  );
  await expect(turns.run(HANA, async () => 'done')).resolves.toBe('done');
});
