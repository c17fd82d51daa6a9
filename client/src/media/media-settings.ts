/** What a person has set for the media of their 1-to-1 calls (specification A11). */
export interface MediaSettings {
  /** kbit/s that are sent at most. */
  readonly videoBandwidth: number;
  readonly videoCodec: 'H264' | 'VP8' | 'VP9';
  /** kbit/s that are sent at most. */
  readonly audioBandwidth: number;
  /** Null: the browser's own choice. */
  readonly audioCodec: 'opus' | 'ISAC' | 'G722' | 'PCMU' | 'PCMA' | null;
  /** Null, here and below: the browser's own choice. */
  readonly autoGainControl: boolean | null;
  readonly echoCancellation: boolean | null;
  readonly noiseSuppression: boolean | null;
}

export const defaultMediaSettings: MediaSettings = {
  videoBandwidth: 200,
  videoCodec: 'VP8',
  audioBandwidth: 16,
  audioCodec: null,
  autoGainControl: null,
  echoCancellation: null,
  noiseSuppression: null,
};
