import { behindLengths } from './h264-parameter-sets.ts';
import type { VideoCodec } from './part-writer.ts';

/*
 * Black key frames of 320 × 180, for the times when a camera is off: players would go on showing its last picture. Made with the
 * encoders of ffmpeg: `-f lavfi -i color=black:s=320x180 -frames:v 1` with libvpx, libvpx-vp9, and libx264 at its baseline profile.
 */

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

const VP8 = fromBase64(
  '8A4AnQEqQAG0AAEHCIWFiJmEiAWCAAYWBPcGgWSfa9ubJzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jy4A/v6lNgA=',
);
const VP9 = fromBase64('gkmDQgAT8As2ADgkHBhKAABQYfYwAABnGpqEndxam67fTRA=');
const SPS = fromBase64('Z0LAH6YRBQZ+fARAAAADAEAAAAMAg8YMhGA=');
const PPS = fromBase64('aMhCDyyA');
const IDR = fromBase64(
  'ZYiCAr///4eigAChb5OTk5OTk5OTk5OTk5OTk5OTk5OuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuvA',
);

/** H.264: with its parameter sets in front. */
export const BLACK_PICTURES: Readonly<Record<VideoCodec, Uint8Array>> = {
  vp8: VP8,
  vp9: VP9,
  avc: behindLengths([SPS, PPS, IDR]),
};
