import { sharedAudioContext } from '#client/media/audio-context.ts';

/** All the sounds of a call as one track, over everyone's coming and going. */
export interface SoundMix {
  readonly track: MediaStreamTrack;
  setSounds(tracks: readonly MediaStreamTrack[]): void;
  close(): void;
}

/** @throws DOMException `NotSupportedError` where there is no Web Audio */
export function createSoundMix(): SoundMix {
  const context = sharedAudioContext();
  const output = context?.createMediaStreamDestination();
  const [track] = output?.stream.getAudioTracks() ?? [];
  if (!context || !output || !track) throw new DOMException('No Web Audio', 'NotSupportedError');
  // Two voices at once must not clip.
  const limiter = context.createDynamicsCompressor();
  limiter.connect(output);
  // Silence has to flow too, or a recording in which no one speaks at first has no sound at all.
  const silence = context.createConstantSource();
  silence.offset.value = 0;
  silence.connect(limiter);
  silence.start();
  const sources = new Map<MediaStreamTrack, MediaStreamAudioSourceNode>();

  return {
    track,
    setSounds(tracks) {
      for (const [known, source] of sources) {
        if (tracks.includes(known)) continue;
        source.disconnect();
        sources.delete(known);
      }
      for (const wanted of tracks) {
        if (sources.has(wanted) || wanted.readyState === 'ended') continue;
        const source = context.createMediaStreamSource(new MediaStream([wanted]));
        source.connect(limiter);
        sources.set(wanted, source);
      }
    },
    close() {
      for (const source of sources.values()) source.disconnect();
      sources.clear();
      silence.stop();
      limiter.disconnect();
      track.stop();
    },
  };
}
