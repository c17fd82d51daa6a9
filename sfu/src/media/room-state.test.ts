import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { TokenBuckets } from '#platform/token-buckets.ts';
import type { Party } from '#protocol/party.ts';
import { RoomState } from './room-state.ts';

afterEach(() => {
  vi.useRealTimers();
});

const guest = (): Party => ({ kind: 'guest', id: randomUUID(), name: 'Guest' });

it('a locked room forgets those who left more than a minute ago', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const state = new RoomState();
  const [early, late] = [guest(), guest()];
  state.setLocked(true);
  const join = (party: Party) => state.admit({ party, owner: false }, false);
  state.left(early, true);
  vi.advanceTimersByTime(59_000);
  join(early);
  state.left(late, true);
  vi.advanceTimersByTime(2_000);
  expect(() => join(early)).toThrow(expect.objectContaining({ code: 'room-locked' }));
  join(late);
});

it('a room that is locked locks out who had left on purpose, and not who was cut off', () => {
  const state = new RoomState();
  const [gone, lost] = [guest(), guest()];
  const join = (party: Party) => state.admit({ party, owner: false }, false);
  state.left(gone, true);
  state.left(lost, false);
  state.setLocked(true);
  expect(() => join(gone)).toThrow(expect.objectContaining({ code: 'room-locked' }));
  join(lost);
  // Whom the owner has let go on in the locked call may come back into it.
  state.left(lost, true);
  state.setLocked(true);
  join(lost);
});

it('buckets that are full again are forgotten', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const rate = new TokenBuckets();
  const write = (of: string) => rate.take([{ limit: 'messages', of, rate: { burst: 5, refillMs: 1_000 } }]);
  for (let i = 0; i < 500; i += 1) {
    write(`guest ${i}`);
    vi.advanceTimersByTime(100);
  }
  expect(rate.size).toBeLessThanOrEqual(200);
});
