import { describe, expect, it } from 'vitest';
import { preferCodec } from './codecs.ts';

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
