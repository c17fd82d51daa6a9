import { expect, it } from 'vitest';
import type { LinkQuality } from '#client/call/link-stats.ts';
import { type AudioOnly, createAudioOnly } from './audio-only.ts';

const reading = (concealed: number, receivedKbps = 120): LinkQuality => ({
  stats: {
    roundTripMs: 80,
    receivedLoss: 0,
    sentLoss: 0,
    sentKbps: 60,
    receivedKbps,
    relayed: false,
    bytesSent: 0,
    bytesReceived: 0,
  },
  perceived: { concealed, frozen: null, bufferMs: null, fps: null },
  sentFps: null,
  full: false,
  quality: 'poor',
});

const start = () => {
  const told: AudioOnly[] = [];
  const offer = createAudioOnly((state) => told.push(state));
  const read = (times: number, ...values: Parameters<typeof reading>) => {
    for (let time = 0; time < times; time++) offer.read(reading(...values));
  };
  return { offer, told, read };
};

it('is offered while a picture is held back, and no longer', () => {
  const { offer, told } = start();
  offer.held(2);
  offer.held(1);
  offer.held(0);
  expect(told).toEqual(['offered', 'no']);
});

it('is offered when speech suffers beside pictures on a narrow line, until it has been well for a while', () => {
  const { told, read } = start();
  read(2, 0.2);
  expect(told).toEqual([]);
  read(1, 0.2);
  expect(told).toEqual(['offered']);
  read(7, 0);
  read(1, 0.03);
  read(7, 0);
  expect(told).toEqual(['offered']);
  read(1, 0);
  expect(told).toEqual(['offered', 'no']);
});

it('is not offered where the line carries much, or one reading is bad', () => {
  const { told, read } = start();
  read(20, 0.2, 900);
  for (let time = 0; time < 10; time++) {
    read(2, 0.2);
    read(1, 0);
  }
  expect(told).toEqual([]);
});

it('stays once it was chosen, and is offered again only when the line needs it', () => {
  const { offer, told, read } = start();
  read(3, 0.2);
  expect(offer.set(true)).toBe(true);
  expect(offer.set(true)).toBe(false);
  read(20, 0);
  expect(offer.set(false)).toBe(true);
  expect(told).toEqual(['offered', 'on', 'no']);
});
