import type { Page } from 'playwright';

/** What was missed of the other side since its first picture and its first sound. */
export interface Missed {
  /** The longest time without a new picture. */
  readonly pictureMs: number;
  /** The longest silence. */
  readonly soundMs: number;
  /** When it was, in words, for anyone who has to find out why. */
  readonly story: readonly string[];
}

declare global {
  interface Window {
    __missed: () => Promise<{ pictureMs: number; soundMs: number; story: string[] }>;
    __watchFromNow: () => Promise<void>;
  }
}

/** What the worker says of each picture: when it was taken by the clock of its track, and when it came. Milliseconds. */
interface Picture {
  readonly track: string;
  readonly takenAt: number;
  readonly cameAt: number;
}

/** Where a page finds the worker: of its own origin, which is all that its content security policy lets it load. */
const WORKER_PATH = '/frame-times.js';
/** Reads the pictures of tracks beside the page's own thread, which may be busy. Answers whatever else it is sent. */
const WORKER = `
  onmessage = async ({ data }) => {
    if (!data.readable) return postMessage(data);
    const reader = data.readable.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const cameAt = performance.timeOrigin + performance.now();
      postMessage({ track: data.track, takenAt: value.timestamp / 1000, cameAt });
      value.close();
    }
  };
`;

/**
 * Watches what is shown and played, from before the page's own code. Pictures: the frames of each track that a `<video>` of
 * another person shows, by the clock of the track, so that a busy page neither hides a gap nor makes one. Sound: the sum of all
 * that `<audio>` plays. Microphones give a tone that does not pause, so that every silence is one that the call has made.
 */
export const watchGaps = async (page: Page): Promise<void> => {
  await page.route(`**${WORKER_PATH}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: WORKER }),
  );
  await page.addInitScript((workerPath) => {
    const LOOK_MS = 40;
    /** While a call is set up, the browser's clock of sound halts and catches up: that is over after this long without a gap. */
    const STEADY_MS = 1_000;
    /** A gap that is worth a line of the story. */
    const UNSTEADY_MS = 300;
    const missed = { soundMs: 0, story: [] as string[] };
    const tell = (text: string) => missed.story.push(`${Math.round(performance.now())} ${text}`);
    const now = () => performance.timeOrigin + performance.now();

    /** Of the tracks that are or were shown: since when, until when, and what came of them. */
    interface Shown {
      readonly spans: { from: number; to: number }[];
      readonly pictures: Picture[];
    }
    const shown = new Map<string, Shown>();
    let reader: Worker | undefined;
    const isVideo = (track: MediaStreamTrack): track is MediaStreamVideoTrack => track.kind === 'video';
    const readPictures = (track: MediaStreamVideoTrack): Shown => {
      const known = shown.get(track.id);
      if (known) return known;
      const added: Shown = { spans: [], pictures: [] };
      shown.set(track.id, added);
      if (!reader) {
        reader = new Worker(workerPath);
        reader.addEventListener('message', ({ data }: MessageEvent<Picture>) =>
          shown.get(data.track)?.pictures.push(data),
        );
      }
      const { readable } = new MediaStreamTrackProcessor({ track });
      reader.postMessage({ track: track.id, readable }, [readable]);
      return added;
    };
    /** What the worker has said before has arrived once it has answered. */
    const allPictures = async () => {
      const asked = crypto.randomUUID();
      const worker = reader;
      await new Promise<void>((resolve) => {
        if (!worker) return resolve();
        const hear = ({ data }: MessageEvent<unknown>) => {
          if (data !== asked) return;
          worker.removeEventListener('message', hear);
          resolve();
        };
        worker.addEventListener('message', hear);
        worker.postMessage(asked);
      });
    };
    const received = new Set<string>();
    const noteReceived = () => {
      for (const connection of window.__peerConnections)
        for (const { track } of connection.getReceivers()) received.add(track.id);
    };
    /** Only this thread shows something else: the times are exact, however busy it is. */
    const noteShown = () => {
      const at = now();
      const seen = new Set<Shown>();
      noteReceived();
      for (const video of document.querySelectorAll<HTMLVideoElement>('video')) {
        if (!(video.srcObject instanceof MediaStream)) continue;
        for (const track of video.srcObject.getTracks().filter(isVideo))
          if (received.has(track.id)) seen.add(readPictures(track));
      }
      for (const one of shown.values()) {
        const last = one.spans.at(-1);
        const isShown = last?.to === Number.POSITIVE_INFINITY;
        if (seen.has(one) === isShown) continue;
        if (isShown) last.to = at;
        else {
          one.spans.push({ from: at, to: Number.POSITIVE_INFINITY });
          tell('another track is shown');
        }
      }
    };
    new MutationObserver(noteShown).observe(document, { childList: true, subtree: true });
    let watchedSince = 0;
    /** When each picture was there for those who look at the page: by its track's clock, set by the one that came the soonest. */
    const pictureTimes = (): number[] =>
      [...shown.values()]
        .flatMap(({ spans, pictures }) => {
          const ahead = Math.min(...pictures.map(({ cameAt, takenAt }) => cameAt - takenAt));
          return pictures
            .map(({ takenAt }) => takenAt + ahead)
            .filter((at) => spans.some(({ from, to }) => from <= at && at <= to));
        })
        .sort((one, other) => one - other);
    /** The longest time without a picture of anyone since the first one, and since `watchedSince`, until now. */
    const longestGap = (): number => {
      const times = pictureTimes();
      if (times.length > 0) times.push(now());
      let longest = 0;
      for (const [index, at] of times.entries()) {
        const gap = at - Math.max(times[index - 1] ?? at, watchedSince);
        if (gap > UNSTEADY_MS)
          missed.story.push(`${Math.round(at - performance.timeOrigin)} picture after ${Math.round(gap)} ms`);
        longest = Math.max(longest, gap);
      }
      return longest;
    };

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
      watchedSince = now();
      Object.assign(missed, { soundMs: 0, story: [] });
      // A silence that has begun before counts from now on.
      if (silentS !== null) silentS = 0;
    };
    window.__missed = async () => {
      await allPictures();
      return { pictureMs: longestGap(), ...missed };
    };
    window.__watchFromNow = () =>
      new Promise((resolve) => {
        forget();
        let steadySince = performance.now();
        let soundSince = audio().currentTime;
        const look = setInterval(() => {
          // A clock that stands still shows no gap: that comes when it catches up.
          const soundedMs = 1_000 * (audio().currentTime - soundSince);
          if (Math.max(longestGap(), missed.soundMs) > UNSTEADY_MS) {
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
      // What no one remembers counts as silence.
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
    const tellHeard = () => tell(`${[...playing.keys()].filter(({ muted }) => !muted).length} sounds`);
    const listen = (element: HTMLMediaElement) => {
      if (playing.has(element) || !(element.srcObject instanceof MediaStream)) return;
      const source = audio().createMediaStreamSource(element.srcObject);
      const gain = new GainNode(audio(), { gain: element.muted ? 0 : 1 });
      source.connect(gain).connect(mix());
      playing.set(element, { source, gain });
      tellHeard();
    };
    const muted = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'muted');
    Object.defineProperty(HTMLMediaElement.prototype, 'muted', {
      ...muted,
      set(this: HTMLMediaElement, on: boolean) {
        muted?.set?.call(this, on);
        const known = playing.get(this);
        if (!known) return;
        known.gain.gain.value = on ? 0 : 1;
        tellHeard();
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
          if (playing.delete(this)) tellHeard();
        }
        source?.set?.call(this, stream);
        noteShown();
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
      noteShown();
      if (where !== location.pathname) {
        where = location.pathname;
        tell(where);
      }
    }, LOOK_MS);
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (duration > 150) tell(`busy from ${Math.round(startTime)} for ${Math.round(duration)} ms`);
    }).observe({ type: 'longtask', buffered: true });
  }, WORKER_PATH);
};

/** Once picture and sound have been steady for a moment: forgets what was missed until then, while the call was being set up. */
export const watchFromNow = (page: Page): Promise<void> => page.evaluate(() => window.__watchFromNow());

export const missedOf = (page: Page): Promise<Missed> => page.evaluate(() => window.__missed());
