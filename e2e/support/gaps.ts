import type { Page } from 'playwright';

/** What was missed of the other side since its first picture and its first sound. */
export interface Missed {
  /** The longest time without a new picture. */
  readonly pictureMs: number;
  /** The longest silence. */
  readonly soundMs: number;
  /** How many elements could be heard at one time, at most. */
  readonly sounds: number;
  /** When it was, in words, for anyone who has to find out why. */
  readonly story: readonly string[];
}

declare global {
  interface Window {
    __missed: { pictureMs: number; soundMs: number; sounds: number; story: string[] };
    __watchFromNow: () => Promise<void>;
  }
}

/**
 * Watches what is shown and played, from before the page's own code. Pictures: what the compositor says of each `<video>` of
 * another person (requestVideoFrameCallback). Sound: the sum of all that `<audio>` plays. Microphones give a tone that does not
 * pause, so that every silence is one that the call has made.
 */
export const watchGaps = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const LOOK_MS = 40;
    /** While a call is set up, the browser's clock of sound halts and catches up: that is over after so long without a gap. */
    const STEADY_MS = 1_000;
    /** A gap that is worth a line of the story. */
    const UNSTEADY_MS = 300;
    const missed: Window['__missed'] = { pictureMs: 0, soundMs: 0, sounds: 0, story: [] };
    window.__missed = missed;
    const tell = (text: string) => missed.story.push(`${Math.round(performance.now())} ${text}`);

    let lastPicture: number | null = null;
    /** The most pictures that one video has shown since the last ones were counted; null once they are. */
    let shown: number | null = null;
    /** Every video that is there tells before the next frame is drawn: a gap is one that none of them has filled. */
    const countPictures = (now: number) => {
      if (shown !== null && lastPicture !== null) {
        // Pictures that were shown while the page's own thread was busy count.
        const gap = (now - lastPicture) / shown;
        if (now - lastPicture > UNSTEADY_MS)
          tell(`picture after ${Math.round(now - lastPicture)} ms, ${shown} shown`);
        missed.pictureMs = Math.max(missed.pictureMs, gap);
      }
      if (shown !== null) lastPicture = now;
      shown = null;
    };
    /** Each video of another person, and when it left the page: never so far is Infinity. */
    const leftAt = new Map<HTMLVideoElement, number>();
    const follow = (video: HTMLVideoElement) => {
      let seen = 0;
      const note = (now: number, { presentedFrames }: VideoFrameCallbackMetadata) => {
        const further = seen === 0 ? 1 : Math.max(1, presentedFrames - seen);
        seen = presentedFrames;
        // One that gives way to another's first picture was there until this very frame.
        if ((leftAt.get(video) ?? 0) >= now) {
          if (shown === null) requestAnimationFrame(countPictures);
          shown = Math.max(shown ?? 0, further);
        }
        video.requestVideoFrameCallback(note);
      };
      video.requestVideoFrameCallback(note);
      tell('a new <video>');
    };
    new MutationObserver(() => {
      for (const [video, at] of leftAt) {
        if (video.isConnected) leftAt.set(video, Number.POSITIVE_INFINITY);
        else if (at === Number.POSITIVE_INFINITY) leftAt.set(video, performance.now());
      }
      for (const video of document.querySelectorAll<HTMLVideoElement>('video')) {
        if (leftAt.has(video) || video.getAttribute('aria-label')?.startsWith('Your own')) continue;
        leftAt.set(video, Number.POSITIVE_INFINITY);
        follow(video);
      }
    }).observe(document, { childList: true, subtree: true });

    let context: AudioContext | null = null;
    const audio = () => {
      context ??= new AudioContext();
      void context.resume();
      return context;
    };
    /** Samples that one analyser remembers: 0.7 s. Each further one hears what was before that. */
    const MEMORY = 32_768;
    const ANALYSERS = 8;
    /** Of silence. */
    const QUIET = 0.003;
    let mixed: { readonly input: AudioNode; readonly analysers: readonly AnalyserNode[] } | null = null;
    /** Where all that plays comes together, and is remembered for so long that a busy page is not taken for a silent one. */
    const mix = () => {
      if (mixed) return mixed.input;
      const input = new GainNode(audio());
      const memoryS = MEMORY / audio().sampleRate;
      const analysers = Array.from({ length: ANALYSERS }, (_, index) => {
        const delay = new DelayNode(audio(), {
          maxDelayTime: ANALYSERS * memoryS,
          delayTime: index * memoryS,
        });
        const analyser = new AnalyserNode(audio(), { fftSize: MEMORY });
        input.connect(delay).connect(analyser);
        return analyser;
      });
      mixed = { input, analysers };
      return input;
    };
    const samples = new Float32Array(ANALYSERS * MEMORY);
    let heardUntil = 0;
    /** Null before the first sound. */
    let silentS: number | null = null;
    const forget = () => {
      Object.assign(missed, { pictureMs: 0, soundMs: 0, sounds: 0, story: [] });
      // A silence that has begun before counts from now on, and so does what is heard already.
      if (silentS !== null) silentS = 0;
      countHeard();
    };
    window.__watchFromNow = () =>
      new Promise((resolve) => {
        forget();
        let steadySince = performance.now();
        let soundSince = audio().currentTime;
        const look = setInterval(() => {
          // A clock that stands still shows no gap: that comes when it catches up.
          const soundedMs = 1_000 * (audio().currentTime - soundSince);
          if (Math.max(missed.pictureMs, missed.soundMs) > UNSTEADY_MS) {
            steadySince = performance.now();
            soundSince = audio().currentTime;
            forget();
          } else if (Math.min(performance.now() - steadySince, soundedMs) > STEADY_MS) {
            clearInterval(look);
            forget();
            resolve();
          }
        }, LOOK_MS);
      });
    const measureSilence = () => {
      if (!mixed) return;
      const { currentTime, sampleRate } = audio();
      for (const [index, analyser] of mixed.analysers.entries()) {
        const end = samples.length - index * MEMORY;
        analyser.getFloatTimeDomainData(samples.subarray(end - MEMORY, end));
      }
      const since = Math.round((currentTime - heardUntil) * sampleRate);
      heardUntil = currentTime;
      // What nobody remembers counts as silence.
      if (silentS !== null) silentS += Math.max(0, since - samples.length) / sampleRate;
      // None where the clock has not moved since the last look: `-0` would be all that is remembered, from before the call.
      const newest = samples.length - Math.min(since, samples.length);
      for (const sample of samples.subarray(newest)) {
        if (silentS !== null) {
          silentS += 1 / sampleRate;
          missed.soundMs = Math.max(missed.soundMs, silentS * 1_000);
        }
        if (Math.abs(sample) <= QUIET) continue;
        if (silentS !== null && silentS * 1_000 > UNSTEADY_MS)
          tell(`sound after ${Math.round(silentS * 1_000)} ms`);
        silentS = 0;
      }
    };
    const playing = new Map<HTMLMediaElement, { readonly source: AudioNode; readonly gain: GainNode }>();
    const countHeard = () => {
      const heard = [...playing.keys()].filter(({ muted }) => !muted).length;
      missed.sounds = Math.max(missed.sounds, heard);
      tell(`${heard} sounds`);
    };
    const listen = (element: HTMLMediaElement) => {
      if (playing.has(element) || !(element.srcObject instanceof MediaStream)) return;
      const source = audio().createMediaStreamSource(element.srcObject);
      const gain = new GainNode(audio(), { gain: element.muted ? 0 : 1 });
      source.connect(gain).connect(mix());
      playing.set(element, { source, gain });
      countHeard();
    };
    const muted = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'muted');
    Object.defineProperty(HTMLMediaElement.prototype, 'muted', {
      ...muted,
      set(this: HTMLMediaElement, on: boolean) {
        muted?.set?.call(this, on);
        const known = playing.get(this);
        if (!known) return;
        known.gain.gain.value = on ? 0 : 1;
        countHeard();
      },
    });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function playAndListen() {
      if (this instanceof HTMLAudioElement) listen(this);
      return play.call(this);
    };
    const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject');
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
      ...source,
      set(this: HTMLMediaElement, stream: MediaProvider | null) {
        if (stream === null) {
          playing.get(this)?.source.disconnect();
          if (playing.delete(this)) countHeard();
        }
        source?.set?.call(this, stream);
      },
    });
    const media = navigator.mediaDevices;
    const open = media.getUserMedia.bind(media);
    media.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      for (const real of stream.getAudioTracks()) {
        const tone = new OscillatorNode(audio(), { frequency: 440 });
        const out = audio().createMediaStreamDestination();
        tone.connect(new GainNode(audio(), { gain: 0.3 })).connect(out);
        tone.start();
        const [track] = out.stream.getAudioTracks();
        if (!track) continue;
        stream.removeTrack(real);
        stream.addTrack(track);
      }
      return stream;
    };

    let where = '';
    setInterval(() => {
      measureSilence();
      if (where !== location.pathname) {
        where = location.pathname;
        tell(where);
      }
    }, LOOK_MS);
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (duration > 150) tell(`busy from ${Math.round(startTime)} for ${Math.round(duration)} ms`);
    }).observe({ type: 'longtask', buffered: true });
  });
};

/** Once picture and sound have been steady for a moment: forgets what was missed until then, while the call was being set up. */
export const watchFromNow = (page: Page): Promise<void> => page.evaluate(() => window.__watchFromNow());

export const missedOf = (page: Page): Promise<Missed> => page.evaluate(() => window.__missed);
