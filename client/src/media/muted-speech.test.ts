import { expect, it } from 'vitest';
import { createSpeechWatch, SPEECH_LEVEL, SPEECH_MS, SPEECH_READ_MS } from './muted-speech.ts';

const QUIET = 0.15;
const LOUD = SPEECH_LEVEL + 0.1;
const readings = (ms: number, level: number) => Array<number>(Math.round(ms / SPEECH_READ_MS)).fill(level);
/** After how many readings speech was recognized; null: not at all. */
const heardAfter = (levels: readonly number[]): number | null => {
  const watch = createSpeechWatch();
  const index = levels.findIndex((level) => watch.hear(level));
  return index < 0 ? null : (index + 1) * SPEECH_READ_MS;
};

it('hears someone who speaks on', () => {
  expect(heardAfter(readings(3_000, LOUD))).toBe(SPEECH_MS);
});

it('hears someone who pauses between words', () => {
  const word = [...readings(300, LOUD), ...readings(200, QUIET)];
  expect(heardAfter(Array.from({ length: 6 }, () => word).flat())).toBeLessThan(2_500);
});

it('takes no click, cough or knock for speech, however often it comes', () => {
  const knock = [...readings(200, LOUD), ...readings(600, QUIET)];
  expect(heardAfter(Array.from({ length: 30 }, () => knock).flat())).toBeNull();
});

it('takes the noise of a quiet room for nothing', () => {
  expect(heardAfter(readings(60_000, QUIET))).toBeNull();
});
