import type { CallSettings } from '#protocol/call-settings.ts';

/** What one side sends to the other. */
export type PeerSource = 'microphone' | 'camera' | 'screen' | 'screen-audio' | 'playback' | 'playback-audio';

export interface Section {
  readonly source: PeerSource;
  readonly kind: 'audio' | 'video';
}

/**
 * The media sections of every 1-to-1 call, in this order, from the first offer on. What is not sent costs nothing, both
 * sides know by its place what a section is for, and sharing begins and ends without any negotiation that could cross
 * another one.
 */
export const sections: readonly Section[] = [
  { source: 'microphone', kind: 'audio' },
  { source: 'camera', kind: 'video' },
  { source: 'screen', kind: 'video' },
  { source: 'screen-audio', kind: 'audio' },
  { source: 'playback', kind: 'video' },
  { source: 'playback-audio', kind: 'audio' },
];

/** kbit/s. Shared text must be readable, and shared sound is music. */
const SCREEN_KBPS = 2_500;
const PLAYBACK_KBPS = 2_000;
const SHARED_AUDIO_KBPS = 128;

/** kbit/s that a source may take. */
export function bandwidthOf(source: PeerSource, settings: CallSettings): number {
  switch (source) {
    case 'microphone':
      return settings.audioBandwidth;
    case 'camera':
      return settings.videoBandwidth;
    case 'screen':
      return SCREEN_KBPS;
    case 'playback':
      return PLAYBACK_KBPS;
    case 'screen-audio':
    case 'playback-audio':
      return SHARED_AUDIO_KBPS;
  }
}

/**
 * Asks the other side's encoder for both ears in the sections that carry shared sound: browsers send Opus in one channel
 * unless the description that they receive asks for two (RFC 7587, 6.1).
 *
 * @param sdp as it came from the other side
 */
export function askForStereo(sdp: string): string {
  const [session = '', ...media] = sdp.split(/^(?=m=)/m);
  const asked = media.map((section, index) =>
    sections[index]?.source.endsWith('-audio') ? stereo(section) : section,
  );
  return [session, ...asked].join('');
}

function stereo(section: string): string {
  const payloadType = section.match(/^a=rtpmap:(\d+) opus\/48000\/2/im)?.[1];
  if (payloadType === undefined) return section;
  const parameters = new RegExp(`^(a=fmtp:${payloadType} )(.*)$`, 'm');
  const wanted = `stereo=1;maxaveragebitrate=${SHARED_AUDIO_KBPS * 1000}`;
  return section.replace(parameters, (line, name: string, values: string) =>
    /(^|;)\s*stereo=/.test(values) ? line : `${name}${wanted};${values}`,
  );
}
