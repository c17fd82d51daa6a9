import { describe, expect, it } from 'vitest';
import { compareStats, mergeReadings, readStats } from './connection-stats.ts';

/** As Chromium writes a report, one second after the other. */
const report = (second: number, options: { relay?: boolean; lost?: number; rtt?: number } = {}) => {
  const timestamp = 1_000 * second;
  const entries = [
    { id: 'T1', type: 'transport', timestamp, selectedCandidatePairId: 'P2' },
    { id: 'P1', type: 'candidate-pair', timestamp, state: 'succeeded', currentRoundTripTime: 9 },
    {
      id: 'P2',
      type: 'candidate-pair',
      timestamp,
      state: 'succeeded',
      nominated: true,
      localCandidateId: 'L',
      remoteCandidateId: 'R',
      currentRoundTripTime: options.rtt ?? 0.042,
    },
    { id: 'L', type: 'local-candidate', timestamp, candidateType: options.relay ? 'relay' : 'host' },
    { id: 'R', type: 'remote-candidate', timestamp, candidateType: 'srflx' },
    { id: 'OA', type: 'outbound-rtp', timestamp, bytesSent: 2_000 * second },
    { id: 'OV', type: 'outbound-rtp', timestamp, bytesSent: 25_000 * second },
    {
      id: 'IV',
      type: 'inbound-rtp',
      timestamp,
      bytesReceived: 50_000 * second,
      packetsReceived: 90 * second,
      packetsLost: (options.lost ?? 0) * second,
    },
  ];
  return entries.map((entry) => [entry.id, entry] as const);
};

describe('the statistics of a connection', () => {
  it('gives the rates between two readings and the delay of the pair in use', () => {
    const stats = compareStats(readStats(report(1)), readStats(report(2)));
    expect(stats).toMatchObject({ sentKbps: 216, receivedKbps: 400, roundTripMs: 42, receivedLoss: 0 });
  });

  it('counts loss since the last reading only', () => {
    const stats = compareStats(readStats(report(1)), readStats(report(2, { lost: 5 })));
    expect(stats.receivedLoss).toBeCloseTo(0.1);
  });

  it('leaves the media node’s probes out, of which many are lost', () => {
    const probe = { type: 'inbound-rtp', timestamp: 0, packetsReceived: 10, packetsLost: 900 };
    for (const mark of [{ mid: 'probator' }, { ssrc: 1234 }]) {
      const entry = ['P', { ...probe, ...mark, id: 'P' }] as const;
      const stats = compareStats(readStats(report(1)), readStats([...report(2), entry]));
      expect(stats.receivedLoss).toBe(0);
    }
  });

  it('counts no packet that came twice as lost', () => {
    const twice = report(2).map(([id, entry]) => [id, { ...entry, packetsDiscarded: 90 }] as const);
    expect(compareStats(readStats(report(1)), readStats(twice)).receivedLoss).toBe(0);
  });

  it('tells whether the pair in use is relayed', () => {
    expect(readStats(report(1)).relayed).toBe(false);
    expect(readStats(report(1, { relay: true })).relayed).toBe(true);
    expect(readStats([]).relayed).toBeNull();
  });

  it('finds the pair in use where the browser has no transport statistics', () => {
    const withoutTransport = report(1, { relay: true }).filter(([id]) => id !== 'T1');
    expect(readStats(withoutTransport).relayed).toBe(true);
  });

  it('adds the connections of one call up, and is relayed if one of them is', () => {
    const both = (second: number) =>
      mergeReadings([
        readStats(report(second)),
        readStats(report(second, { relay: true, rtt: 0.2 })),
        readStats([]),
      ]);
    expect(compareStats(both(1), both(2))).toMatchObject({
      sentKbps: 432,
      receivedKbps: 800,
      roundTripMs: 200,
      relayed: true,
    });
  });

  it('shows no negative rates when counters start over after a reconnection', () => {
    const stats = compareStats(
      readStats(report(50)),
      readStats(report(51).map(([id, e]) => [id, { ...e, bytesSent: 0 }])),
    );
    expect(stats.sentKbps).toBe(0);
  });
});
