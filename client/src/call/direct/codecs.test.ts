import { describe, expect, it } from 'vitest';
import { lackedByOther, limitSender, preferCodec, preferSpeechCodec } from './codecs.ts';

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

const audio = ['opus', 'red', 'G722', 'PCMU'].map((name) => ({
  mimeType: `audio/${name}`,
  clockRate: 48_000,
}));

describe('the codecs for speech', () => {
  const namesOf = (wanted: string | null, capabilities = audio) =>
    preferSpeechCodec(capabilities, wanted).order?.map(({ mimeType }) => mimeType.slice(6)) ?? null;

  it('begin with RED where Opus is wanted, or nothing else', () => {
    expect(namesOf(null)).toEqual(['red', 'opus', 'G722', 'PCMU']);
    expect(namesOf('opus')).toEqual(['red', 'opus', 'G722', 'PCMU']);
  });

  it('begin with another one that is wanted, which RED does not carry', () => {
    expect(namesOf('PCMU')).toEqual(['PCMU', 'opus', 'red', 'G722']);
    expect(preferSpeechCodec(audio, 'ISAC')).toEqual({ order: null, missing: true });
  });

  it('are those of the settings in a browser without RED', () => {
    const withoutRed = audio.filter(({ mimeType }) => mimeType !== 'audio/red');
    expect(namesOf(null, withoutRed)).toBeNull();
    expect(namesOf('opus', withoutRed)).toEqual(['opus', 'G722', 'PCMU']);
  });
});

describe('what a sender of sound may take', () => {
  /** A sender whose two sides have agreed on these codecs. */
  const limited = async (
    names: readonly string[],
    change: Partial<Parameters<typeof limitSender>[1]>,
    before: RTCRtpEncodingParameters & { codec?: RTCRtpCodec } = {},
  ) => {
    let encodings: RTCRtpEncodingParameters[] = [before];
    const parameters = () => ({
      codecs: names.map((name) => ({ mimeType: `audio/${name}`, clockRate: 48_000, payloadType: 0 })),
      encodings: encodings.map((encoding) => ({ ...encoding })),
      headerExtensions: [],
      rtcp: {},
      transactionId: '',
    });
    const sender = {
      getParameters: parameters,
      setParameters: async (set: Pick<RTCRtpSendParameters, 'encodings'>) => {
        encodings = set.encodings;
      },
    };
    const limits = { speech: true, lossy: false, bandwidth: 16, codec: null, ...change };
    return { inForce: await limitSender(sender, limits), encoding: encodings[0] };
  };
  const red = ['red', 'opus', 'PCMU'];
  const plain = ['opus', 'PCMU'];

  it('is what was set on a good line', async () => {
    expect(await limited(red, {})).toEqual({ inForce: true, encoding: { maxBitrate: 16_000 } });
    expect(await limited(plain, {})).toEqual({ inForce: true, encoding: { maxBitrate: 16_000 } });
  });

  it('is more for speech while loss is reported, and most without RED', async () => {
    expect((await limited(red, { lossy: true })).encoding?.maxBitrate).toBe(24_000);
    expect((await limited(plain, { lossy: true })).encoding?.maxBitrate).toBe(32_000);
    expect((await limited(['PCMU', 'opus'], { lossy: true })).encoding?.maxBitrate).toBe(64_000);
    expect((await limited(red, { lossy: true, speech: false, bandwidth: 128 })).encoding?.maxBitrate).toBe(
      128_000,
    );
  });

  it('names Opus where it was set, or where another codec was chosen before', async () => {
    const named = { inForce: true, encoding: { maxBitrate: 16_000, codec: { mimeType: 'audio/opus' } } };
    expect(await limited(red, { codec: 'opus' })).toMatchObject(named);
    expect(await limited(plain, { codec: 'opus' })).toMatchObject(named);
    expect(await limited(red, {}, { codec: { mimeType: 'audio/PCMU', clockRate: 8_000 } })).toMatchObject(
      named,
    );
  });

  it('is not in force where the next description has to put RED first', async () => {
    expect((await limited(['PCMU', 'red', 'opus'], {})).inForce).toBe(false);
    expect((await limited(['PCMU', 'red', 'opus'], { codec: 'PCMU' })).inForce).toBe(true);
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
