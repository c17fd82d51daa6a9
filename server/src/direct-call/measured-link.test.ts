import { expect, it } from 'vitest';
import { measuredLink } from './measured-link.ts';

const link = { loss: 0, roundTripMs: 20 };
const counted = (bytesSent: number, bytesReceived: number, leg = 0) => ({ leg, bytesSent, bytesReceived });
const first = measuredLink(null, link, counted(1_000, 2_000), 10_000);

it('a first report says nothing of bit rates', () => {
  expect(first.bitRates).toBeNull();
});

it('a report shows what was sent and received since the one before', () => {
  expect(measuredLink(first, link, counted(81_000, 252_000), 12_000).bitRates).toEqual({
    up: 320,
    down: 1_000,
  });
});

it('a report of another connection, of a browser that counts anew, or long after is a first one', () => {
  for (const [next, at] of [
    [counted(81_000, 252_000, 1), 12_000],
    [counted(0, 252_000), 12_000],
    [counted(81_000, 252_000), 17_000],
    [counted(81_000, 252_000), 10_000],
  ] as const)
    expect(measuredLink(first, link, next, at).bitRates).toBeNull();
});
