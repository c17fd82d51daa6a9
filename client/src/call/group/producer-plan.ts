import type { ProducerOptions, RtpCodecCapability } from 'mediasoup-client/types';
import type { CaptureSize } from '#client/media/capture-constraints.ts';
import { maxBitrateOf } from '#client/media/codec-rate.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import type { MediaSource } from '#protocol/media.ts';

type Encodings = NonNullable<ProducerOptions['encodings']>;
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
}

/** bit/s. Text is sharp at a standstill and readable while it scrolls. */
const SCREEN_BITRATE = 2_500_000;
const PLAYBACK_BITRATE = 2_000_000;
const SHARED_AUDIO_BITRATE = 128_000;
/** bit/s. What smaller layers need at most: more lines than these would not look better. */
const MIDDLE_BITRATE = 400_000;
const SMALL_BITRATE = 120_000;
/** Of fewer lines no more than two layers are made. */
const TWO_LAYERS_BELOW = 400;

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
      const { codec, missing } = codecOf('audio', settings.audioCodec, input.codecs);
      const maxBitrate = maxBitrateOf(settings.audioBandwidth, codec?.mimeType);
      return {
        codec,
        missing,
        encodings: [{ maxBitrate }],
        // Quiet microphones cost next to nothing (DTX), and single lost packets are not heard (FEC).
        codecOptions: { opusDtx: true, opusFec: true, opusStereo: false },
      };
    }
    case 'camera': {
      const { codec, missing } = codecOf('video', settings.videoCodec, input.codecs);
      return {
        codec,
        missing,
        encodings: cameraEncodings(settings, input.captureSize, codec),
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

const picture = (maxBitrate: number): ProducerPlan => ({
  codec: null,
  missing: null,
  encodings: [{ maxBitrate, scalabilityMode: 'L1T3' }],
  codecOptions: { videoGoogleStartBitrate: 1000 },
});

/**
 * Simulcast layers, each half as wide as the next (mediasoup.org, simulcast), the largest with the bandwidth that the
 * person has set; VP9 carries its layers in one stream.
 */
function cameraEncodings(
  { videoBandwidth }: CallSettings,
  { height }: CaptureSize,
  codec: RtpCodecCapability | null,
): Encodings {
  const top = videoBandwidth * 1000;
  const two = height < TWO_LAYERS_BELOW;
  if (nameOf(codec) === 'vp9') return [{ maxBitrate: top, scalabilityMode: two ? 'L2T3_KEY' : 'L3T3_KEY' }];
  const bitrates = [
    ...(two ? [] : [Math.min(SMALL_BITRATE, top * 0.15)]),
    Math.min(two ? SMALL_BITRATE : MIDDLE_BITRATE, top * 0.4),
    top,
  ];
  return bitrates.map((maxBitrate, index) => ({
    rid: `r${index}`,
    scaleResolutionDownBy: 2 ** (bitrates.length - 1 - index),
    maxBitrate: Math.round(maxBitrate),
    // OpenH264 has no temporal layers in every browser.
    ...(nameOf(codec) !== 'h264' && { scalabilityMode: 'L1T2' }),
  }));
}

const nameOf = (codec: RtpCodecCapability | null): string | undefined =>
  codec?.mimeType.split('/')[1]?.toLowerCase();

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
