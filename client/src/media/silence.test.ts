import { describe, expect, it } from 'vitest';
import {
  createSilenceMeter,
  createSilenceWatch,
  type MicrophoneReading,
  SILENCE_READ_MS,
  spreadOf,
} from './silence.ts';

type Sound = Omit<MicrophoneReading, 'atMs'>;
/** One step of 16 bits. */
const STEP = 1 / 32_768;
const dead: Sound = { systemMuted: false, spread: 0 };
/** −90 dBFS: a quiet room after noise suppression. */
const quiet: Sound = { systemMuted: false, spread: 4 * STEP };
const speech: Sound = { systemMuted: false, spread: 0.3 };
const switchedOff: Sound = { systemMuted: true, spread: null };
const unheard: Sound = { systemMuted: false, spread: null };

/** What the watch says after each phase. */
const saidAfter = (...phases: readonly (readonly [seconds: number, sound: Sound])[]): boolean[] => {
  const watch = createSilenceWatch();
  let atMs = 0;
  return phases.map(([seconds, sound]) => {
    let said = false;
    for (const end = atMs + seconds * 1000; atMs < end; atMs += SILENCE_READ_MS)
      said = watch.hear({ ...sound, atMs });
    return said;
  });
};

describe('a microphone from which nothing is heard', () => {
  it('is noticed within ten seconds, if it was dead from the start', () => {
    expect(saidAfter([4, dead])).toEqual([false]);
    expect(saidAfter([10, dead])).toEqual([true]);
  });

  it('is noticed if it gives silence from some moment on', () => {
    expect(saidAfter([60, speech], [10, dead])).toEqual([false, true]);
  });

  it('is noticed if the system has muted it, also where nobody can listen to it', () => {
    expect(saidAfter([10, switchedOff])).toEqual([true]);
    expect(saidAfter([60, speech], [10, switchedOff])).toEqual([false, true]);
  });

  it('is forgotten as soon as a sound comes', () => {
    expect(saidAfter([30, dead], [SILENCE_READ_MS / 1000, quiet])).toEqual([true, false]);
    expect(saidAfter([30, switchedOff], [SILENCE_READ_MS / 1000, speech])).toEqual([true, false]);
  });

  it('stays noticed while the page is hidden', () => {
    const watch = createSilenceWatch();
    for (let atMs = 0; atMs <= 10_000; atMs += SILENCE_READ_MS) watch.hear({ ...dead, atMs });
    expect(watch.hear({ ...dead, atMs: 70_000 })).toBe(true);
  });
});

describe('a microphone that works', () => {
  it('is not noticed in a quiet room', () => {
    expect(saidAfter([3_600, quiet])).toEqual([false]);
  });

  it('is not noticed for a pause of a few seconds', () => {
    expect(saidAfter([10, speech], [5, dead], [10, speech], [5, dead])).toEqual([false, false, false, false]);
  });

  it('is not noticed where nobody can listen to it, nor once nobody can', () => {
    expect(saidAfter([3_600, unheard])).toEqual([false]);
    expect(saidAfter([30, dead], [1, unheard])).toEqual([true, false]);
  });

  it('is not noticed for the time for which the page was hidden', () => {
    const watch = createSilenceWatch();
    expect([0, 500, 60_000, 60_500].map((atMs) => watch.hear({ ...dead, atMs }))).not.toContain(true);
  });
});

it('says nothing of a microphone where there is no Web Audio, but whether the system has muted it', () => {
  const track: MediaStreamTrack = Object.create(null, { muted: { value: true } });
  const meter = createSilenceMeter(track);
  expect(meter.read()).toMatchObject({ systemMuted: true, spread: null });
  meter.close();
});

it('takes a constant for silence, and one step of 16 bits for none', () => {
  expect(spreadOf(new Float32Array(8).fill(0.02))).toBe(0);
  expect(spreadOf(new Float32Array([0, -STEP, 0.5, 0]))).toBeCloseTo(0.5 + STEP);
  expect(spreadOf(new Float32Array(0))).toBe(0);
});
