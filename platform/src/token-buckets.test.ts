import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const person = (of: string) => ({ limit: 'person', of, rate: { burst: 2, refillMs: 1_000 } }) as const;
const place = (of: string, tokens = 1) =>
  ({ limit: 'place', of, rate: { burst: 3, refillMs: 500 }, tokens }) as const;

describe('token buckets', () => {
  it('let a burst through at once, and the rest one by one', () => {
    const buckets = new TokenBuckets();
    const take = () => buckets.take([person('Hana')]);
    expect([take(), take(), take()]).toEqual([null, null, { limit: 'person', waitMs: 1_000 }]);
    vi.advanceTimersByTime(400);
    expect(take()).toEqual({ limit: 'person', waitMs: 600 });
    vi.advanceTimersByTime(600);
    expect(take()).toBeNull();
    expect(buckets.take([person('Ken')])).toBeNull();
  });

  it('are taken from together or not at all', () => {
    const buckets = new TokenBuckets();
    const both = () => buckets.take([person('Hana'), place('office')]);
    expect([both(), both()]).toEqual([null, null]);
    expect(both()).toEqual({ limit: 'person', waitMs: 1_000 });
    // The refused one left the last token of the place to someone else.
    expect(buckets.take([person('Ken'), place('office')])).toBeNull();
    expect(buckets.take([place('office')])).toEqual({ limit: 'place', waitMs: 500 });
  });

  it('are remembered, whichever of those of one event is new', () => {
    const buckets = new TokenBuckets();
    for (const name of ['Aoi', 'Ben', 'Chie']) {
      expect(buckets.take([place('office'), person(name)])).toBeNull();
    }
    expect(buckets.size).toBe(4);
    expect(buckets.take([place('office'), person('Dai')])).toEqual({ limit: 'place', waitMs: 500 });
  });

  it('give parts of a token', () => {
    const buckets = new TokenBuckets();
    const outcomes = Array.from({ length: 13 }, () => buckets.take([place('office', 0.25)]));
    expect(outcomes.filter((refused) => refused === null)).toHaveLength(12);
  });

  it('never are more than the maximum: the one used longest ago is forgotten', () => {
    const buckets = new TokenBuckets(3);
    for (const name of ['Aoi', 'Ben', 'Chie', 'Aoi', 'Dai']) buckets.take([person(name)]);
    expect(buckets.size).toBe(3);
    // Had used both tokens, and is still known; Ben was not used since.
    expect(buckets.take([person('Aoi')])).not.toBeNull();
    expect([buckets.take([person('Ben')]), buckets.take([person('Ben')])]).toEqual([null, null]);
  });
});
