import { expect, it } from 'vitest';
import type { LinkQuality } from '#client/call/link-stats.ts';
import { nothingPerceived } from '#client/media/perceived.ts';
import { qualityOf } from '#protocol/call-quality.ts';
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
  return {
    stats,
    perceived: nothingPerceived,
    sentFps: null,
    full: false,
    quality: qualityOf({ loss: sentLoss, roundTripMs }),
  };
};

it('tells at once when a connection becomes worse in words, and figures every six seconds (G13)', () => {
  const told: Link[] = [];
  let atMs = 0;
  const report = createLinkReport(
    (link) => told.push(link),
    () => atMs,
  );
  report(reading(null, 41));
  expect(told).toEqual([{ loss: null, roundTripMs: 45, quality: 'good' }]);
  atMs = 2_000;
  report(reading(0.02, 90));
  expect(told).toHaveLength(1);
  report(reading(0.124, 90));
  expect(told.at(-1)).toEqual({ loss: 0.12, roundTripMs: 90, quality: 'poor' });
  atMs = 7_900;
  report(reading(0.2, 90));
  expect(told).toHaveLength(2);
  atMs = 8_000;
  report(reading(0.2, 90));
  expect(told.at(-1)).toEqual({ loss: 0.2, roundTripMs: 90, quality: 'poor' });
  atMs = 20_000;
  report(reading(0.2, 88));
  expect(told).toHaveLength(3);
});

it('tells with them what is seen and heard, and at once that its camera has slowed down (G13)', () => {
  const told: Link[] = [];
  let atMs = 0;
  const report = createLinkReport(
    (link) => told.push(link),
    () => atMs,
  );
  const seen = { concealed: 0.0412, frozen: 0.256, bufferMs: 61, fps: 7.6 };
  report({ ...reading(0, 40), perceived: seen, sentFps: 19.4 });
  expect(told).toEqual([
    {
      loss: 0,
      roundTripMs: 40,
      ...{ concealed: 0.04, frozen: 0.26, bufferMs: 100, fps: 8, sentFps: 20 },
      quality: 'good',
    },
  ]);
  atMs = 2_000;
  report({ ...reading(0, 40), sentFps: 18 });
  expect(told).toHaveLength(1);
  report({ ...reading(0, 40), sentFps: 8 });
  expect(told.at(-1)).toMatchObject({ sentFps: 10 });
});
