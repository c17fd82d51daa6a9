import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import type { Principal } from '#server/principal.ts';
import { RequestRate } from './request-rate.ts';

const SETTINGS = { requestsPerMinute: 120, accountRequestsPerMinute: 60 };
/** What one person may do at once. */
const BURST = 12;

let rate: RequestRate;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  rate = new RequestRate(SETTINGS);
});
afterEach(() => {
  vi.useRealTimers();
});

const hana = {
  kind: 'user',
  id: crypto.randomUUID() as UserId,
  customerId: crypto.randomUUID() as CustomerId,
  familyId: 'one',
} as const satisfies Principal;
/** How many of 1,000 are let through at once. */
const admitted = (ask: (round: number) => unknown) =>
  Array.from({ length: 1_000 }, (_, round) => ask(round)).filter((refused) => refused === null).length;

describe('requests', () => {
  it('of one person count together, over the API and sockets, from any address', () => {
    const frames = admitted((round) => rate.frame(`192.0.2.${round % 200}`, `user:${hana.id}`));
    expect(frames).toBe(BURST);
    expect(rate.requestBy(hana)).toMatchObject({
      code: 'too-many-requests',
      limit: 'requests-person',
      retryAfterMs: 1_000,
    });
    expect(rate.requestBy({ ...hana, kind: 'manager', manages: [] })).not.toBeNull();
    expect(rate.requestBy({ ...hana, id: crypto.randomUUID() as UserId })).toBeNull();
  });

  it('of one person go on at their rate', () => {
    admitted(() => rate.requestBy(hana));
    vi.advanceTimersByTime(5_000);
    expect(admitted(() => rate.requestBy(hana))).toBe(5);
  });

  it('from one address count together, whoever they are from; a frame is a tenth of one', () => {
    expect(admitted((round) => rate.frame('192.0.2.1', `guest:${round}`))).toBe(1_000);
    expect(admitted(() => rate.request('192.0.2.1'))).toBe(20);
    expect(rate.frame('192.0.2.1', null)).toMatchObject({ limit: 'requests-address' });
    expect(rate.request('192.0.2.2')).toBeNull();
  });

  it('that are refused for their address cost the person nothing', () => {
    admitted(() => rate.request('192.0.2.1'));
    expect(admitted(() => rate.frame('192.0.2.1', `user:${hana.id}`))).toBe(0);
    expect(admitted(() => rate.requestBy(hana))).toBe(BURST);
  });
});
