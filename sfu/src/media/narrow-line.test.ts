import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNarrowLine, type NarrowLine, type WatchedTransport } from './narrow-line.ts';

/** Emits the estimates that a test gives it. Real ones need a browser behind a narrow line (e2e/narrow-link.e2e.ts). */
class FakeTransport extends EventEmitter implements WatchedTransport {
  readonly asked: string[] = [];
  enableTraceEvent = async () => void this.asked.push('trace');
  setMaxOutgoingBitrate = async (bitrate: number) => void this.asked.push(`max ${bitrate}`);
  setMinOutgoingBitrate = async (bitrate: number) => void this.asked.push(`min ${bitrate}`);
  estimate(availableBitrate: number): readonly string[] {
    this.asked.length = 0;
    this.emit('trace', { type: 'bwe', info: { availableBitrate } });
    return [...this.asked];
  }
}

describe('the line to a member', () => {
  let transport: FakeTransport;
  let line: NarrowLine;
  let timesNarrow: number;

  beforeEach(() => {
    transport = new FakeTransport();
    timesNarrow = 0;
    line = createNarrowLine(transport, () => {
      timesNarrow += 1;
    });
    line.watch();
  });

  it('is left alone while it carries enough', () => {
    expect(transport.estimate(1_000_000)).toEqual([]);
    expect(transport.estimate(450_000)).toEqual([]);
    expect([line.isNarrow, timesNarrow]).toEqual([false, 0]);
  });

  it('is tried with little more than it carries once it is narrow, and always carries one picture', () => {
    expect(transport.estimate(200_000)).toEqual(['min 60000', 'max 300000']);
    expect([line.isNarrow, timesNarrow]).toEqual([true, 1]);
    expect(transport.estimate(190_000)).toEqual([]);
    expect(transport.estimate(100_000)).toEqual(['max 150000']);
    expect(transport.estimate(10_000)).toEqual(['max 90000']);
    expect(timesNarrow).toBe(1);
  });

  it('is tried with more and more once it carries more, until it is not narrow any more', () => {
    transport.estimate(100_000);
    expect(transport.estimate(150_000)).toEqual(['max 225000']);
    expect(transport.estimate(500_000)).toEqual(['max 750000']);
    expect(line.isNarrow).toBe(true);
    expect(transport.estimate(600_000)).toEqual(['max 0', 'min 0']);
    expect(line.isNarrow).toBe(false);
  });

  it('stays as it is where the trace is of something else', () => {
    transport.asked.length = 0;
    transport.emit('trace', { type: 'probation', info: {} });
    transport.emit('trace', { type: 'bwe', info: null });
    transport.emit('trace', { type: 'bwe', info: { availableBitrate: '1' } });
    expect([line.isNarrow, transport.asked]).toEqual([false, []]);
  });
});
