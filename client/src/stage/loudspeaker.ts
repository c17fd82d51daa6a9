import { sharedAudioContext } from '#client/media/audio-context.ts';

/** Chromium has it also on an AudioContext; TypeScript's DOM types do not know that yet. */
interface WithSink {
  setSinkId?(sinkId: string): Promise<void>;
}

/** Safari and phones play where the system says. */
export const canChooseSpeaker = (): boolean =>
  typeof HTMLMediaElement !== 'undefined' && 'setSinkId' in HTMLMediaElement.prototype;

/** Safari on phones leaves the volume to the phone's buttons: an element is only muted there, or not. */
export const canSetVolume = (): boolean => {
  const probe = document.createElement('audio');
  probe.volume = 0.5;
  return probe.volume === 0.5;
};

/** Sends an element's sound to a speaker; one that is gone is replaced by the system's. */
export function playOn(output: WithSink, speaker: string | null): void {
  const sinkId = speaker ?? '';
  output.setSinkId?.(sinkId).catch(() => {
    if (sinkId !== '') output.setSinkId?.('').catch(() => {});
  });
}

/** What the page itself sounds: tones, and a file that one plays into a call. */
export function playPageOn(speaker: string | null): void {
  const context: (AudioContext & WithSink) | null = sharedAudioContext();
  if (context) playOn(context, speaker);
}
