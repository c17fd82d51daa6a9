/** What a user may choose for the media of their calls (specification A11): every list and default of it. */

/** kbit/s that a picture takes at most. */
export const VIDEO_BANDWIDTHS = [150, 200, 300, 500, 800, 1000] as const;
export const VIDEO_CODECS = ['H264', 'VP8', 'VP9'] as const;
/** kbit/s that sound takes at most. */
export const AUDIO_BANDWIDTHS = [8, 16, 32, 64, 128] as const;
export const AUDIO_CODECS = ['opus', 'ISAC', 'G722', 'PCMU', 'PCMA'] as const;

export type VideoBandwidth = (typeof VIDEO_BANDWIDTHS)[number];
export type VideoCodec = (typeof VIDEO_CODECS)[number];
export type AudioBandwidth = (typeof AUDIO_BANDWIDTHS)[number];
export type AudioCodec = (typeof AUDIO_CODECS)[number];

export interface CallSettings {
  readonly videoBandwidth: VideoBandwidth;
  readonly videoCodec: VideoCodec;
  readonly audioBandwidth: AudioBandwidth;
  /** Null, here and below: the browser's own choice. */
  readonly audioCodec: AudioCodec | null;
  readonly autoGainControl: boolean | null;
  readonly echoCancellation: boolean | null;
  readonly noiseSuppression: boolean | null;
}

/** Of a new user. The columns of `settings` have the same defaults, which a test compares. */
export const DEFAULT_CALL_SETTINGS: CallSettings = {
  videoBandwidth: 200,
  videoCodec: 'VP8',
  audioBandwidth: 16,
  audioCodec: null,
  autoGainControl: null,
  echoCancellation: null,
  noiseSuppression: null,
};
