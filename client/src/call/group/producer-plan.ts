import type { ProducerOptions, RtpCodecCapability } from 'mediasoup-client/types';
import { speechKbps } from '#client/media/audio-protection.ts';
import type { CaptureSize } from '#client/media/capture-constraints.ts';
import { maxBitrateOf } from '#client/media/codec-rate.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import type { MediaSource } from '#protocol/media.ts';
import { cameraEncodings, type Encodings } from './simulcast.ts';

type CodecOptions = NonNullable<ProducerOptions['codecOptions']>;

/** How a source is sent. */
export interface ProducerPlan {
  /** Null: the room's first. */
  readonly codec: RtpCodecCapability | null;
  readonly encodings: Encodings;
  readonly codecOptions: CodecOptions;
  /** A codec that was set and that browser and room do not have in common. */
  readonly missing: string | null;
}

export interface PlanInput {
  readonly settings: CallSettings;
  /** Of the camera. */
  readonly captureSize: CaptureSize;
  /** What this browser can send and the room can take. */
  readonly codecs: readonly RtpCodecCapability[];
  /** Sound is lost on the way to the media node. */
  readonly lossy: boolean;
  /** Speech waits behind one's own pictures. */
  readonly narrow: boolean;
  /** The server records the call: of sound it writes Opus alone. */
  readonly recorded: boolean;
}

/** bit/s. Text is sharp at a standstill and readable while it scrolls. */
const SCREEN_BITRATE = 2_500_000;
const NARROW_BITRATE = 50_000;
const PLAYBACK_BITRATE = 2_000_000;
const SHARED_AUDIO_BITRATE = 128_000;

/** What is played must not be thinned out: no silence suppression, both ears. */
const sharedAudio: CodecOptions = {
  opusStereo: true,
  opusDtx: false,
  opusFec: true,
  opusMaxAverageBitrate: SHARED_AUDIO_BITRATE,
};

export function planFor(source: MediaSource, input: PlanInput): ProducerPlan {
  const { settings } = input;
  switch (source) {
    case 'microphone': {
      const wanted = input.recorded && settings.audioCodec !== null ? 'opus' : settings.audioCodec;
      const { codec, missing } = codecOf('audio', wanted, input.codecs);
      // The room's first is Opus (sfu/src/media/codecs.ts).
      const isOpus = codec === null || codec.mimeType.toLowerCase() === 'audio/opus';
      // The media node forwards no RED (mediasoup#481).
      const bandwidth = speechKbps(settings.audioBandwidth, isOpus && input.lossy, 'fec');
      const maxBitrate = maxBitrateOf(bandwidth, codec?.mimeType);
      return {
        codec,
        missing,
        // On a narrow line the browser sends speech before its pictures. Its packets are marked, so that routers can prefer
        // them too (DSCP, RFC 8837).
        encodings: [{ maxBitrate, priority: 'high', networkPriority: 'high' }],
        // Quiet microphones cost next to nothing (DTX); lost packets come with the next one (FEC) or again (NACK).
        codecOptions: { opusDtx: true, opusFec: true, opusNack: true, opusStereo: false },
      };
    }
    case 'camera': {
      const { codec, missing } = codecOf('video', settings.videoCodec, input.codecs);
      return {
        codec,
        missing,
        encodings: narrowed(cameraEncodings(settings, input.captureSize, codec), input.narrow),
        codecOptions: { videoGoogleStartBitrate: Math.min(600, settings.videoBandwidth) },
      };
    }
    case 'screen':
      // One layer in three rates: a member with little bandwidth gets fewer pictures rather than blurred ones.
      return picture(SCREEN_BITRATE);
    case 'playback':
      return picture(PLAYBACK_BITRATE);
    case 'screen-audio':
    case 'playback-audio':
      return { codec: null, missing: null, encodings: [], codecOptions: sharedAudio };
  }
}

/** On a narrow line: the smallest layer alone, so small that speech goes beside it. */
const narrowed = (encodings: Encodings, narrow: boolean): Encodings =>
  narrow
    ? encodings.map((encoding, index) => ({
        ...encoding,
        active: index === 0,
        ...(index === 0 && { maxBitrate: NARROW_BITRATE }),
      }))
    : encodings;

const picture = (maxBitrate: number): ProducerPlan => ({
  codec: null,
  missing: null,
  encodings: [{ maxBitrate, scalabilityMode: 'L1T3' }],
  codecOptions: { videoGoogleStartBitrate: 1000 },
});

function codecOf(
  kind: 'audio' | 'video',
  wanted: string | null,
  codecs: readonly RtpCodecCapability[],
): { readonly codec: RtpCodecCapability | null; readonly missing: string | null } {
  if (wanted === null) return { codec: null, missing: null };
  const name = `${kind}/${wanted}`.toLowerCase();
  const codec = codecs.find(({ mimeType }) => mimeType.toLowerCase() === name) ?? null;
  return { codec, missing: codec ? null : wanted };
}

/** Whether a producer that was made by one plan can be brought to the other while it runs. */
export const canAdjust = (from: ProducerPlan, to: ProducerPlan): boolean =>
  from.codec?.mimeType === to.codec?.mimeType && from.encodings.length === to.encodings.length;
