import { describe, expect, it } from 'vitest';
import {
  type ExpectedPictures,
  mergeMedia,
  nothingPerceived,
  type Perceived,
  perceive,
  readMedia,
  sentFpsOf,
} from './perceived.ts';

type Fields = Readonly<Record<string, number | string | boolean>>;
type Entry = Fields & { readonly id: string; readonly type: string; readonly timestamp: number };

/** Two seconds of 20 ms packets, of which nothing is lost. */
const sound = (second: number, change: Fields = {}): Entry => ({
  id: 'A',
  type: 'inbound-rtp',
  kind: 'audio',
  trackIdentifier: 'voice',
  timestamp: second * 1000,
  packetsReceived: 50 * second,
  totalSamplesReceived: 48_000 * second,
  concealedSamples: 0,
  silentConcealedSamples: 0,
  jitterBufferDelay: 0.06 * 48_000 * second,
  jitterBufferEmittedCount: 48_000 * second,
  ...change,
});
const picture = (second: number, change: Fields = {}): Entry => ({
  id: 'V',
  type: 'inbound-rtp',
  kind: 'video',
  trackIdentifier: 'picture',
  timestamp: second * 1000,
  packetsReceived: 100 * second,
  packetsLost: 0,
  nackCount: 0,
  pliCount: 1,
  framesDecoded: 20 * second,
  freezeCount: 0,
  totalFreezesDuration: 0,
  ...change,
});
const camera = (sentFps: number | null = null): ExpectedPictures =>
  new Map([['picture', { kind: 'camera', sentFps }]]);
const share: ExpectedPictures = new Map([['picture', { kind: 'share', sentFps: null }]]);

const read = (...entries: readonly Entry[]) => readMedia(entries.map((entry) => [entry.id, entry] as const));

/** What the last of several readings shows. */
const seenIn = (
  readings: readonly (readonly Entry[])[],
  expected: ExpectedPictures | ((reading: number) => ExpectedPictures) = camera(),
): Perceived => {
  let result: ReturnType<typeof perceive> | null = null;
  for (const [index, entries] of readings.entries()) {
    const now = typeof expected === 'function' ? expected(index) : expected;
    result = perceive(result?.seen ?? null, read(...entries), now);
  }
  return result?.perceived ?? nothingPerceived;
};

describe('sound', () => {
  it('is whole on a perfect link', () => {
    const perceived = seenIn([[sound(2)], [sound(4)]]);
    expect(perceived.concealed).toBe(0);
    expect(perceived.bufferMs).toBeCloseTo(60);
  });

  it('counts what the browser had to make up since the last reading', () => {
    const perceived = seenIn([[sound(2)], [sound(4, { concealedSamples: 9_600 })]]);
    expect(perceived.concealed).toBeCloseTo(0.1);
  });

  it('misses nothing in silence that replaces silence', () => {
    const silence = { concealedSamples: 60_000, silentConcealedSamples: 60_000 };
    expect(seenIn([[sound(2)], [sound(4, silence)]]).concealed).toBe(0);
  });

  it('misses nothing where packets came twice, as with RED', () => {
    expect(seenIn([[sound(2)], [sound(4, { packetsDiscarded: 100 })]]).concealed).toBe(0);
  });

  it('is not judged while the other side is silent (DTX), muted or paused', () => {
    for (const packetsReceived of [100, 105]) {
      const quiet = sound(4, { packetsReceived, concealedSamples: 20_000 });
      expect(seenIn([[sound(2)], [quiet]]).concealed).toBeNull();
    }
  });

  it('is not judged by the time before its first packet', () => {
    const early = sound(2, { packetsReceived: 0 });
    expect(seenIn([[early], [sound(4, { concealedSamples: 48_000 })]]).concealed).toBeNull();
  });

  it('tells how long it waits in the jitter buffer', () => {
    const late = { jitterBufferDelay: 0.06 * 96_000 + 0.48 * 96_000 };
    expect(seenIn([[sound(2)], [sound(4, late)]]).bufferMs).toBeCloseTo(480);
  });

  it('is as good as that of whoever is heard worst', () => {
    const other = (second: number, change: Fields = {}) =>
      sound(second, { id: 'B', trackIdentifier: 'other', ...change });
    const perceived = seenIn([
      [sound(2), other(2)],
      [sound(4), other(4, { concealedSamples: 4_800 })],
    ]);
    expect(perceived.concealed).toBeCloseTo(0.05);
  });
});

describe('the picture of a camera', () => {
  it('does not freeze on a perfect link', () => {
    expect(seenIn([[picture(2)], [picture(4)]])).toMatchObject({ frozen: 0, fps: null });
  });

  it('counts freezes that are over', () => {
    expect(seenIn([[picture(2)], [picture(4, { totalFreezesDuration: 0.5 })]]).frozen).toBeCloseTo(0.25);
  });

  it('stands still as soon as no frame comes, before the browser counts it', () => {
    expect(seenIn([[picture(2)], [picture(4, { framesDecoded: 40 })]]).frozen).toBe(1);
  });

  it('counts no freeze twice', () => {
    const perceived = seenIn([
      [picture(2)],
      [picture(4, { framesDecoded: 40 })],
      [picture(6, { framesDecoded: 75, totalFreezesDuration: 2.2 })],
    ]);
    expect(perceived.frozen).toBeCloseTo(0.1);
  });

  it('stands still also in a browser that counts no freezes', () => {
    const withoutFreezes = (second: number, framesDecoded: number) => {
      const { totalFreezesDuration: _, ...entry } = picture(second, { framesDecoded });
      return { ...entry, id: 'V', type: 'inbound-rtp', timestamp: second * 1000 };
    };
    expect(seenIn([[withoutFreezes(2, 40)], [withoutFreezes(4, 40)]]).frozen).toBe(1);
  });

  it('is not judged while it is paused, hidden or off, nor over the moment in which it comes back', () => {
    const stands = [[picture(2)], [picture(4, { framesDecoded: 40 })], [picture(6, { framesDecoded: 42 })]];
    const none: ExpectedPictures = new Map();
    expect(seenIn(stands.slice(0, 2), (reading) => (reading === 1 ? none : camera())).frozen).toBeNull();
    expect(seenIn(stands, (reading) => (reading === 1 ? none : camera())).frozen).toBeNull();
  });

  it('is not judged before its first frame', () => {
    const nothing = { framesDecoded: 0 };
    expect(seenIn([[picture(2, nothing)], [picture(4, nothing)]]).frozen).toBeNull();
  });

  it('is not judged while its sender says that the camera gives no picture', () => {
    expect(seenIn([[picture(2)], [picture(4, { framesDecoded: 40 })]], camera(0)).frozen).toBeNull();
  });

  it('is not judged while the reports of its sender count nothing sent', () => {
    const report = (second: number, packetsSent: number): Entry => ({
      id: 'R',
      type: 'remote-outbound-rtp',
      timestamp: second * 1000,
      packetsSent,
      reportsSent: second,
    });
    const stands = picture(4, { framesDecoded: 40, remoteId: 'R' });
    const first = picture(2, { remoteId: 'R' });
    expect(
      seenIn([
        [first, report(2, 200)],
        [stands, report(4, 200)],
      ]).frozen,
    ).toBeNull();
    expect(
      seenIn([
        [first, report(2, 200)],
        [stands, report(4, 300)],
      ]).frozen,
    ).toBe(1);
  });

  it('is slow where far fewer frames come than are sent, and not where few are sent', () => {
    const slow = [[picture(2)], [picture(4, { framesDecoded: 43 })]];
    expect(seenIn(slow, camera(20)).fps).toBe(1.5);
    expect(seenIn(slow, camera(1)).fps).toBeNull();
    expect(seenIn(slow, camera(null)).fps).toBeNull();
    expect(seenIn([[picture(2)], [picture(4)]], camera(20)).fps).toBeNull();
  });

  it('says nothing of a moment in which no frame need have come', () => {
    expect(seenIn([[picture(2)], [picture(2.04, { framesDecoded: 40 })]])).toEqual(nothingPerceived);
    const after = [[picture(2)], [picture(2.04, { framesDecoded: 40 })], [picture(4, { framesDecoded: 40 })]];
    expect(seenIn(after).frozen).toBe(1);
  });

  it('says nothing of the time for which the page was asleep', () => {
    expect(seenIn([[picture(2)], [picture(3_600, { framesDecoded: 40 })]])).toEqual(nothingPerceived);
  });
});

describe('a shared picture', () => {
  it('stands still for as long as its sender likes', () => {
    const still = { framesDecoded: 40, packetsReceived: 200 };
    expect(seenIn([[picture(2)], [picture(4, still)]], share).frozen).toBe(0);
    const rare = { framesDecoded: 42, totalFreezesDuration: 1.4 };
    expect(seenIn([[picture(2)], [picture(4, rare)]], share).frozen).toBe(0);
  });

  it('stands still without a freeze while only padding and repeated packets come', () => {
    const padding = {
      framesDecoded: 40,
      packetsReceived: 260,
      retransmittedPacketsReceived: 60,
      nackCount: 1,
    };
    expect(seenIn([[picture(2)], [picture(4, padding)]], share).frozen).toBe(0);
  });

  it('has frozen where packets come, some are missing, and none of them makes a picture', () => {
    const broken = { framesDecoded: 40, nackCount: 9, pliCount: 4 };
    expect(seenIn([[picture(2)], [picture(4, broken)]], share).frozen).toBe(1);
  });
});

describe('one’s own picture', () => {
  const sent = (change: Fields, fps = 20): readonly Entry[] => [
    {
      id: 'S',
      type: 'media-source',
      kind: 'video',
      timestamp: 0,
      trackIdentifier: 'own',
      framesPerSecond: fps,
    },
    {
      id: 'O1',
      type: 'outbound-rtp',
      kind: 'video',
      timestamp: 0,
      mediaSourceId: 'S',
      framesPerSecond: 20,
      ...change,
    },
  ];
  const at = (second: number, entries: readonly Entry[]) => [...entries, sound(second)];

  it('is held back where the line carries far fewer frames than the camera gives', () => {
    const limited = { framesPerSecond: 4, qualityLimitationReason: 'bandwidth' };
    expect(seenIn([at(2, sent({})), at(4, sent(limited))]).fps).toBe(4);
  });

  it('is not held back by a slow camera, a still screen or a busy processor', () => {
    const slow = { framesPerSecond: 4, qualityLimitationReason: 'bandwidth' };
    expect(seenIn([at(2, sent({})), at(4, sent(slow, 5))]).fps).toBeNull();
    const busy = { framesPerSecond: 4, qualityLimitationReason: 'cpu' };
    expect(seenIn([at(2, sent({})), at(4, sent(busy))]).fps).toBeNull();
  });

  it('goes out with the frames of its largest stream', () => {
    const [source, stream] = sent({ framesPerSecond: 5 });
    if (!source || !stream) throw new Error('no stream');
    const reading = mergeMedia([read(source, stream, { ...stream, id: 'O2', framesPerSecond: 15 }), read()]);
    expect(sentFpsOf(reading, 'own')).toBe(15);
    expect(sentFpsOf(reading, 'another')).toBeNull();
    expect(sentFpsOf(reading, null)).toBeNull();
  });
});

it('leaves the media node’s probes out', () => {
  const probe = { ...picture(4, { framesDecoded: 0 }), id: 'P', mid: 'probator' };
  expect(read(probe).pictures.size).toBe(0);
});
