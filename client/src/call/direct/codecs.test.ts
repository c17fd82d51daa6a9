import { describe, expect, it } from 'vitest';
import { lackedByOther, preferCodec } from './codecs.ts';

const codecs = ['video/VP8', 'video/rtx', 'video/H264', 'video/H264', 'video/VP9', 'video/red'].map(
  (mimeType, index) => ({ mimeType, payloadType: 96 + index }),
);

describe('the wanted codec', () => {
  it('comes first with all its profiles, and all others stay in their order', () => {
    const { order, missing } = preferCodec(codecs, 'H264');
    expect(order?.map((codec) => codec.payloadType)).toEqual([98, 99, 96, 97, 100, 101]);
    expect(missing).toBe(false);
  });

  it('that no browser has any more falls back to the browser’s own choice, and that is told', () => {
    expect(preferCodec([{ mimeType: 'audio/opus' }], 'ISAC')).toEqual({ order: null, missing: true });
  });

  it('that is not set leaves the browser’s order alone', () => {
    expect(preferCodec(codecs, null)).toEqual({ order: null, missing: false });
  });
});

describe('a codec that the other side does not have', () => {
  const own = [{ mimeType: 'video/VP8' }, { mimeType: 'video/H264' }];
  const vp8 = [{ mimeType: 'video/VP8' }, { mimeType: 'video/rtx' }];

  it('is told', () => {
    expect(lackedByOther(vp8, own, 'H264')).toBe('H264');
  });

  it.each([
    ['both have it', vp8, 'VP8'],
    ['none was set', vp8, null],
    ['this browser is the one that has none', vp8, 'AV1'],
    ['the browser does not tell what was agreed on', [], 'H264'],
  ])('is none where %s', (_why, agreed, wanted) => {
    expect(lackedByOther(agreed, own, wanted)).toBeNull();
  });
});
