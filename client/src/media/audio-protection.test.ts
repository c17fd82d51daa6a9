import { describe, expect, it } from 'vitest';
import { type AudioLine, goodLine, jitterTarget, lineAfter, speechKbps } from './audio-protection.ts';

/** The line after readings of its loss, two seconds apart. */
const after = (losses: readonly (number | null)[], from: AudioLine = goodLine): AudioLine =>
  losses.reduce((line: AudioLine, loss, index) => lineAfter(line, loss, 2_000 * index), from);
const times = (count: number, loss: number) => Array<number>(count).fill(loss);

describe('a line', () => {
  it.each([
    ['loses nothing', [0, 0, 0], false],
    ['loses less than is heard', times(20, 0.015), false],
    ['has lost 10 % once', [0, 0.1], true],
    ['was lossy a few seconds ago', [0.1, ...times(5, 0)], true],
    ['has been good for 20 s', [0.1, ...times(11, 0)], false],
    ['is not quite good again', [0.1, ...times(30, 0.015)], true],
    ['loses something every now and then', [0.1, ...times(8, 0), 0.03, ...times(8, 0)], true],
    ['was lossy and is silent since', [0.1, null, null], true],
    ['is not known', [null, null], false],
  ])('that %s is lossy: %#', (_, losses, lossy) => {
    expect(after(losses).lossy).toBe(lossy);
  });
});

describe('the bit rate of speech', () => {
  it('is that of the setting on a good line', () => {
    for (const setting of [8, 16, 32, 64]) {
      expect(speechKbps(setting, false, 'red')).toBe(setting);
      expect(speechKbps(setting, false, 'fec')).toBe(setting);
    }
  });

  it('is under loss at least what the repair needs, and never less than was set', () => {
    expect(speechKbps(16, true, 'red')).toBe(24);
    expect(speechKbps(16, true, 'fec')).toBe(32);
    expect(speechKbps(64, true, 'red')).toBe(64);
  });
});

describe('the time that received audio waits', () => {
  it('is left to the browser on a good line', () => {
    expect(jitterTarget(false, 150, null)).toBeNull();
    expect(jitterTarget(false, 150, 300)).toBeNull();
  });

  it('grows with the round trip, up to what a conversation bears', () => {
    expect(jitterTarget(true, 40, null)).toBe(120);
    expect(jitterTarget(true, 150, null)).toBe(300);
    expect(jitterTarget(true, 2_000, null)).toBe(400);
    expect(jitterTarget(true, null, null)).toBe(60);
  });

  it('does not follow every small change of the round trip', () => {
    expect(jitterTarget(true, 44, 120)).toBe(120);
    expect(jitterTarget(true, 80, 120)).toBe(200);
  });
});
