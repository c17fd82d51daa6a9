import { expect, it } from 'vitest';
import { nothingPerceived } from '#client/media/perceived.ts';
import { qualityOf } from '#protocol/call-quality.ts';
import { createExperience } from './experience.ts';
import type { LinkQuality } from './link-stats.ts';

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

it('adds up for how long a connection was good, fair and poor, with means by that time (Q2)', () => {
  let atMs = 0;
  const experience = createExperience(() => atMs);
  expect(experience.get()).toBeNull();
  experience.add(reading(0, 50));
  atMs = 6_000;
  experience.add(reading(0, 50));
  atMs = 8_000;
  experience.add(reading(0.2, 250));
  atMs = 10_000;
  // Not connected.
  experience.add(reading(null, null));
  expect(experience.get()).toEqual({ good: 6, fair: 0, poor: 2, loss: 0.05, roundTripMs: 100 });
});

it('notes how long the first media took that has come through, and nothing where it takes a minute (Q1)', async () => {
  let atMs = 1_000;
  const report = (entry: object): RTCStatsReport => new Map([['in', { type: 'inbound-rtp', ...entry }]]);
  const experience = createExperience(() => atMs);
  const answers = [
    report({ kind: 'video', framesDecoded: 0 }),
    report({ kind: 'audio', packetsReceived: 1 }),
  ];
  await experience.awaitMedia(200, async () => {
    atMs += 300;
    return answers.shift() ?? report({});
  });
  experience.add(reading(0, 50));
  expect(experience.get()?.setUpMs).toBe(1_400);

  const silent = createExperience(() => atMs);
  await silent.awaitMedia(atMs, async () => {
    atMs += 60_100;
    return report({ kind: 'audio', packetsReceived: 1 });
  });
  silent.add(reading(0, 50));
  expect(silent.get()).not.toHaveProperty('setUpMs');
});
