import { describe, expect, it } from 'vitest';
import { compareAudio, mergeAudio, readAudio } from './audio-loss.ts';

type Counters = Readonly<Record<string, number>>;
const outbound = (counters: Counters) => ['O', { type: 'outbound-rtp', kind: 'audio', ...counters }] as const;
const reported = (fractionLost: number) =>
  ['R', { type: 'remote-inbound-rtp', kind: 'audio', fractionLost }] as const;
const inbound = (trackIdentifier: string, counters: Counters) =>
  [`I${trackIdentifier}`, { type: 'inbound-rtp', kind: 'audio', trackIdentifier, ...counters }] as const;

describe('the loss of audio on its way out', () => {
  it('is what the other side reports', () => {
    const first = readAudio([outbound({ packetsSent: 100 }), reported(0)]);
    const second = readAudio([outbound({ packetsSent: 200 }), reported(0.1)]);
    expect(compareAudio(first, second).sent).toBeCloseTo(0.1);
  });

  it('is seen from what was sent again, which the other side does not report', () => {
    const first = readAudio([outbound({ packetsSent: 100, retransmittedPacketsSent: 0 }), reported(0)]);
    const second = readAudio([outbound({ packetsSent: 220, retransmittedPacketsSent: 20 }), reported(0)]);
    expect(compareAudio(first, second).sent).toBeCloseTo(0.2);
  });

  it('is not told from the few packets of silence', () => {
    const first = readAudio([outbound({ packetsSent: 100 })]);
    const second = readAudio([outbound({ packetsSent: 106, retransmittedPacketsSent: 1 })]);
    expect(compareAudio(first, second).sent).toBeNull();
  });

  it('of pictures is another matter', () => {
    expect(
      readAudio([['V', { type: 'remote-inbound-rtp', kind: 'video', fractionLost: 0.5 }]]).fractionLost,
    ).toBeNull();
  });
});

describe('the loss of received audio', () => {
  it('is told by track, whether it was repaired or not', () => {
    const first = readAudio([
      inbound('alice', { packetsReceived: 100, packetsLost: 3, nackCount: 9 }),
      inbound('bob', { packetsReceived: 100, packetsLost: 3, nackCount: 9 }),
      inbound('carol', { packetsReceived: 100, packetsLost: 3, nackCount: 9 }),
    ]);
    const second = readAudio([
      inbound('alice', { packetsReceived: 200, packetsLost: 3, nackCount: 19 }),
      inbound('bob', { packetsReceived: 190, packetsLost: 13, nackCount: 9 }),
      inbound('carol', { packetsReceived: 200, packetsLost: 3, nackCount: 9, packetsDiscarded: 100 }),
    ]);
    const { received } = compareAudio(first, second);
    expect(received.get('alice')).toBeCloseTo(0.1);
    expect(received.get('bob')).toBeCloseTo(0.1);
    // Each packet carries the one before it again (RED), which is thrown away.
    expect(received.get('carol')).toBe(0);
  });

  it('is known of both connections of a group call', () => {
    const merged = mergeAudio([
      readAudio([outbound({ packetsSent: 100 }), reported(0.1)]),
      readAudio([inbound('alice', { packetsReceived: 90, packetsLost: 10 })]),
    ]);
    const loss = compareAudio(null, merged);
    expect(loss.sent).toBeCloseTo(0.1);
    expect(loss.received.get('alice')).toBeCloseTo(0.1);
  });
});
