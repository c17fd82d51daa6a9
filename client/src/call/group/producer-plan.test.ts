import type { RtpCodecCapability } from 'mediasoup-client/types';
import { describe, expect, it } from 'vitest';
import { captureSizeFor } from '#client/media/capture-constraints.ts';
import { DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import { canAdjust, planFor } from './producer-plan.ts';

const codec = (kind: 'audio' | 'video', name: string): RtpCodecCapability => ({
  kind,
  mimeType: `${kind}/${name}`,
  clockRate: 90_000,
  preferredPayloadType: 100,
});
const codecs = [codec('video', 'VP8'), codec('video', 'VP9'), codec('video', 'H264'), codec('audio', 'opus')];
const planOf = (change: Partial<typeof DEFAULT_CALL_SETTINGS>) => {
  const settings = { ...DEFAULT_CALL_SETTINGS, ...change };
  return planFor('camera', {
    settings,
    captureSize: captureSizeFor(settings.videoBandwidth),
    codecs,
    lossy: false,
    narrow: false,
    recorded: false,
  });
};
const narrowed = (settings: Partial<typeof DEFAULT_CALL_SETTINGS>) =>
  planFor('camera', {
    settings: { ...DEFAULT_CALL_SETTINGS, ...settings },
    captureSize: captureSizeFor(1000),
    codecs,
    lossy: false,
    narrow: true,
    recorded: false,
  });
const bitrates = (change: Partial<typeof DEFAULT_CALL_SETTINGS>) =>
  planOf(change).encodings.map(({ maxBitrate }) => maxBitrate);

describe('how a camera is sent into a group', () => {
  it('gives the largest layer what the person has set, and smaller ones less', () => {
    expect(bitrates({ videoBandwidth: 200 })).toEqual([80_000, 200_000]);
    expect(bitrates({ videoBandwidth: 1000 })).toEqual([120_000, 400_000, 1_000_000]);
  });

  it('sends the smallest layer alone, and little of it, over a narrow line', () => {
    const plan = narrowed({ videoBandwidth: 1000 });
    expect(plan.encodings.map(({ active }) => active)).toEqual([true, false, false]);
    expect(plan.encodings[0]?.maxBitrate).toBe(50_000);
    expect(canAdjust(planOf({ videoBandwidth: 1000 }), plan)).toBe(true);
  });

  it('carries the layers of VP9 in one stream', () => {
    expect(planOf({ videoCodec: 'VP9' }).encodings).toEqual([
      { maxBitrate: 200_000, scalabilityMode: 'L2T3_KEY' },
    ]);
  });

  it('says which codec is missing, and goes without', () => {
    const input = {
      settings: { ...DEFAULT_CALL_SETTINGS, audioCodec: 'ISAC' as const },
      captureSize: captureSizeFor(200),
      codecs,
      lossy: false,
      narrow: false,
      recorded: false,
    };
    expect(planFor('microphone', input)).toMatchObject({ codec: null, missing: 'ISAC' });
  });

  it('sends Opus while the call is recorded, whatever is set', () => {
    const sent = (audioCodec: 'PCMU' | null, recorded: boolean) => {
      const settings = { ...DEFAULT_CALL_SETTINGS, audioCodec };
      const all = [...codecs, codec('audio', 'PCMU')];
      const input = {
        settings,
        captureSize: captureSizeFor(200),
        codecs: all,
        lossy: false,
        narrow: false,
        recorded,
      };
      return planFor('microphone', input).codec?.mimeType ?? null;
    };
    expect([sent('PCMU', false), sent('PCMU', true)]).toEqual(['audio/PCMU', 'audio/opus']);
    // The room's first, which is Opus.
    expect(sent(null, true)).toBeNull();
  });

  it('needs another producer for another codec or number of layers, not for another bandwidth', () => {
    expect(canAdjust(planOf({ videoBandwidth: 150 }), planOf({ videoBandwidth: 300 }))).toBe(true);
    expect(canAdjust(planOf({ videoBandwidth: 150 }), planOf({ videoBandwidth: 1000 }))).toBe(false);
    expect(canAdjust(planOf({ videoCodec: 'VP8' }), planOf({ videoCodec: 'H264' }))).toBe(false);
  });

  it('never thins out what is played', () => {
    const input = {
      settings: DEFAULT_CALL_SETTINGS,
      captureSize: captureSizeFor(200),
      codecs,
      lossy: true,
      narrow: false,
      recorded: false,
    };
    expect(planFor('playback-audio', input).codecOptions).toMatchObject({ opusStereo: true, opusDtx: false });
  });
});

describe('how a microphone is sent into a group', () => {
  const planned = (change: Partial<typeof DEFAULT_CALL_SETTINGS>, lossy: boolean) =>
    planFor('microphone', {
      settings: { ...DEFAULT_CALL_SETTINGS, ...change },
      captureSize: captureSizeFor(200),
      codecs: [...codecs, codec('audio', 'PCMU')],
      lossy,
      narrow: false,
      recorded: false,
    });

  it('takes what was set on a good line, and more while packets are lost', () => {
    const bitrate = (...plan: Parameters<typeof planned>) => planned(...plan).encodings[0]?.maxBitrate;
    expect(bitrate({}, false)).toBe(16_000);
    expect(bitrate({}, true)).toBe(32_000);
    expect(bitrate({ audioCodec: 'opus', audioBandwidth: 64 }, true)).toBe(64_000);
    expect(bitrate({ audioCodec: 'PCMU' }, true)).toBe(64_000);
    expect(canAdjust(planned({}, false), planned({}, true))).toBe(true);
  });

  it('comes before pictures where the line is narrow', () => {
    expect(planned({}, false).encodings).toMatchObject([{ priority: 'high', networkPriority: 'high' }]);
  });

  it('lets the media node ask for lost packets', () => {
    expect(planned({}, false).codecOptions).toMatchObject({ opusNack: true, opusFec: true });
  });
});
