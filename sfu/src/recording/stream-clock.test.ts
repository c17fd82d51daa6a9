import { describe, expect, test } from 'vitest';
import { StreamClock } from './stream-clock.ts';

const RATE = 48_000;
const ms = (value: number) => (value * RATE) / 1_000;

describe('the clock of a stream', () => {
  test('places what came late at the time it was made', () => {
    const clock = new StreamClock(RATE);
    clock.arrived(ms(1_000), 5_000);
    clock.arrived(ms(1_020), 5_300);
    expect(clock.timeOf(ms(1_020))).toBeCloseTo(5_020, 0);
  });

  test('starts anew where the timestamps do, and knows no time for those from before', () => {
    const clock = new StreamClock(RATE);
    clock.arrived(ms(1_000), 5_000);
    const later = ms(1_000) + 2 ** 30;
    clock.arrived(later, 5_020);
    expect(clock.timeOf(later)).toBeCloseTo(5_020, 0);
    expect(clock.timeOf(ms(1_000))).toBeUndefined();
  });

  test('knows no time hours ahead for a packet that waited while the timestamps went back', () => {
    const clock = new StreamClock(RATE);
    const ahead = ms(1_000) + 2 ** 30;
    clock.arrived(ahead, 5_000);
    clock.arrived(ms(1_000), 5_020);
    expect(clock.timeOf(ms(1_000))).toBeCloseTo(5_020, 0);
    expect(clock.timeOf(ahead)).toBeUndefined();
  });
});
