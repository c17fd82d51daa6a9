import type { ProducerOptions, RtpCodecCapability } from 'mediasoup-client/types';
import { type CaptureSize, captureSizeFor } from '#client/media/capture-constraints.ts';
import type { CallSettings } from '#protocol/call-settings.ts';

export type Encodings = NonNullable<ProducerOptions['encodings']>;

/** bit/s. What smaller layers need at most: more lines than these would not look better. */
const MIDDLE_BITRATE = 400_000;
const SMALL_BITRATE = 120_000;
/** Of fewer lines no more than two layers are made. */
const TWO_LAYERS_BELOW = 400;
/** Where the encoder would take all of a small machine's cores, half as many lines are sent. */
const FEW_CORES = 2;

export const captureForGroup = ({ videoBandwidth }: CallSettings): CaptureSize =>
  (navigator.hardwareConcurrency ?? 1) <= FEW_CORES
    ? { width: 640, height: 360, frameRate: 24 }
    : captureSizeFor(videoBandwidth);

/**
 * Simulcast layers, each half as wide as the next (mediasoup.org, simulcast), the largest with the bandwidth that the
 * person has set; VP9 carries its layers in one stream.
 */
export function cameraEncodings(
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
