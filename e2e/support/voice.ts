import type { Page } from 'playwright';

declare global {
  interface Window {
    /** How loud the person at the microphone is, 0 to 1. */
    __speak: (gain: number) => void;
    /** Copies of the microphone that are live. */
    __listeningCopies: () => number;
  }
}

/** A microphone at which someone is silent until `speak`. Before the page is loaded. */
export const quietPerson = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const media = navigator.mediaDevices;
    // Missing on `about:blank`.
    if (!media) return;
    let context: AudioContext | null = null;
    let voice: GainNode | null = null;
    const copies: MediaStreamTrack[] = [];
    window.__speak = (gain) => {
      if (voice) voice.gain.value = gain;
    };
    window.__listeningCopies = () => copies.filter(({ readyState }) => readyState === 'live').length;
    const open = media.getUserMedia.bind(media);
    media.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      for (const real of stream.getAudioTracks()) {
        context ??= new AudioContext();
        voice = new GainNode(context, { gain: 0 });
        const tone = new OscillatorNode(context, { frequency: 220 });
        const out = context.createMediaStreamDestination();
        tone.connect(voice).connect(out);
        tone.start();
        const [track] = out.stream.getAudioTracks();
        if (!track) continue;
        const clone = track.clone.bind(track);
        track.clone = () => {
          const copy = clone();
          copies.push(copy);
          return copy;
        };
        stream.removeTrack(real);
        stream.addTrack(track);
      }
      return stream;
    };
  });
