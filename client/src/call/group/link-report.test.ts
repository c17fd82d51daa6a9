import { expect, it } from 'vitest';
import type { LinkQuality } from '#client/call/link-stats.ts';
import { qualityOf } from '#client/media/connection-stats.ts';
import type { Link } from '#protocol/signal/group-call.ts';
import { createLinkReport } from './link-report.ts';

const reading = (sentLoss: number | null, roundTripMs: number | null): LinkQuality => {
  const stats = {
    sentLoss,
    roundTripMs,
    receivedLoss: null,
    sentKbps: 0,
    receivedKbps: 0,
    relayed: false,
    bytesSent: 0,
    bytesReceived: 0,
  };
  return { stats, quality: qualityOf(stats) };
};

it('tells at once when a connection becomes worse in words, and figures every six seconds (G13)', () => {
  const told: Link[] = [];
  let atMs = 0;
  const report = createLinkReport(
    (link) => told.push(link),
    () => atMs,
  );
  report(reading(null, 41));
  expect(told).toEqual([{ loss: null, roundTripMs: 45 }]);
  atMs = 2_000;
  report(reading(0.02, 90));
  expect(told).toHaveLength(1);
  report(reading(0.124, 90));
  expect(told.at(-1)).toEqual({ loss: 0.12, roundTripMs: 90 });
  atMs = 7_900;
  report(reading(0.2, 90));
  expect(told).toHaveLength(2);
  atMs = 8_000;
  report(reading(0.2, 90));
  expect(told.at(-1)).toEqual({ loss: 0.2, roundTripMs: 90 });
  atMs = 20_000;
  report(reading(0.2, 88));
  expect(told).toHaveLength(3);
});
