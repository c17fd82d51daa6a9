import { expect, it, vi } from 'vitest';

vi.hoisted(() => vi.resetModules());
vi.mock('./audio-context.ts', () => ({
  sharedAudioContext: () => ({
    createMediaStreamSource() {
      throw new DOMException('Another sample rate', 'NotSupportedError');
    },
  }),
}));

import { createLevelMeter, levelOf } from './audio-level.ts';

const tone = (amplitude: number) =>
  Float32Array.from({ length: 1024 }, (_, index) => amplitude * Math.sin(index / 5));

it('is 0 in silence and nearly 1 for a full tone', () => {
  expect(levelOf(new Float32Array(1024))).toBe(0);
  expect(levelOf(tone(1))).toBeGreaterThan(0.9);
});

it('grows by the same step for each tenfold amplitude, as ears hear it', () => {
  const [quiet, middle, loud] = [0.01, 0.1, 1].map((amplitude) => levelOf(tone(amplitude)));
  expect((middle ?? 0) - (quiet ?? 0)).toBeCloseTo((loud ?? 0) - (middle ?? 0), 5);
});

it('of a track that the browser lets no one listen to is silence, and nothing else fails', () => {
  vi.stubGlobal('MediaStream', class {});
  const meter = createLevelMeter(Object.create(null));
  expect(meter.read()).toBe(0);
  meter.close();
  vi.unstubAllGlobals();
});
