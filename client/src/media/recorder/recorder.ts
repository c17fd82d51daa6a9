import { createStore, type Observable } from '#client/store.ts';
import { type ChunkStore, createChunkStore, removeLeftovers } from './chunk-store.ts';
import { recordingName, recordingType } from './recording-file.ts';
import type { Scene } from './scene.ts';
import { createSceneCanvas, type SceneCanvas } from './scene-canvas.ts';
import { createSoundMix, type SoundMix } from './sound-mix.ts';

/** Each has a text of its own (specification V8). */
export type RecordingFailure = 'unsupported' | 'start-failed' | 'recording-failed' | 'save-failed';

export type RecorderState =
  | { readonly status: 'off' }
  | { readonly status: 'recording'; readonly since: number }
  /** Being made ready to be opened by any player; 0 to 1. */
  | { readonly status: 'saving'; readonly progress: number }
  /** The browser has been given the file. */
  | { readonly status: 'saved'; readonly name: string }
  | { readonly status: 'failed'; readonly reason: RecordingFailure };

export interface Recorder extends Observable<RecorderState> {
  start(scene: Scene): Promise<void>;
  /** What is seen and heard from now on. */
  setScene(scene: Scene): void;
  /** Ends the recording and saves it. */
  stop(): Promise<void>;
  /** Ends the recording and forgets it. */
  discard(): void;
}

/** So often what was recorded is brought to the disk: a page that is killed loses no more of it. */
const TIMESLICE_MS = 1_000;
/** bit/s. */
const VIDEO_BITRATE = 2_500_000;
const AUDIO_BITRATE = 128_000;
/** The browser reads the file after the click has returned. */
const DOWNLOAD_MS = 10 * 60 * 1000;

interface Running {
  readonly media: MediaRecorder;
  readonly canvas: SceneCanvas;
  readonly mix: SoundMix;
  readonly chunks: ChunkStore;
  readonly name: string;
  readonly mimeType: string;
  /** Chunks are written one after the other; fails as the first of them does. */
  written: Promise<void>;
}

/** Records a call in this browser, into one file. */
export function createRecorder(): Recorder {
  const store = createStore<RecorderState>({ status: 'off' });
  let running: Running | null = null;
  const fail = (reason: RecordingFailure) => store.set({ status: 'failed', reason });

  async function start(scene: Scene): Promise<void> {
    if (running || store.get().status === 'saving') return;
    const mimeType = recordingType();
    if (mimeType === null) {
      fail('unsupported');
      return;
    }
    const release: (() => void)[] = [];
    try {
      const now = new Date();
      const name = recordingName(now, mimeType);
      // Leftovers only take space: a failure to remove them does not concern this recording.
      removeLeftovers(now.getTime()).catch(() => {});
      const canvas = createSceneCanvas();
      release.push(canvas.close);
      const mix = createSoundMix();
      release.push(mix.close);
      canvas.setScene(scene);
      mix.setSounds(scene.sounds);
      const media = new MediaRecorder(new MediaStream([canvas.track, mix.track]), {
        mimeType,
        videoBitsPerSecond: VIDEO_BITRATE,
        audioBitsPerSecond: AUDIO_BITRATE,
      });
      const chunks = await createChunkStore(`${name}.part`);
      const current: Running = { media, canvas, mix, chunks, name, mimeType, written: Promise.resolve() };
      media.ondataavailable = ({ data }) => {
        if (data.size > 0) current.written = current.written.then(() => chunks.append(data));
        current.written.catch(() => breakOff(current));
      };
      media.onerror = () => breakOff(current);
      media.start(TIMESLICE_MS);
      running = current;
      store.set({ status: 'recording', since: now.getTime() });
    } catch (error) {
      for (const close of release) close();
      fail(error instanceof Error && error.name === 'NotSupportedError' ? 'unsupported' : 'start-failed');
    }
  }

  /** The encoder or the disk has failed: saves what was recorded until then. */
  function breakOff(broken: Running): void {
    if (running === broken) void finish('recording-failed');
  }

  async function finish(failure: RecordingFailure | null): Promise<void> {
    const ended = running;
    if (!ended) return;
    running = null;
    store.set({ status: 'saving', progress: 0 });
    try {
      await stopped(ended.media);
      // A chunk that could not be written is known by then; those before it are there.
      await ended.written.catch(() => {});
      close(ended);
      const recorded = await ended.chunks.read();
      const { makeSeekable } = await import('./seekable-file.ts');
      const { file, remove } = await makeSeekable(recorded, ended.mimeType, ended.name, (progress) =>
        store.set({ status: 'saving', progress }),
      );
      download(file, ended.name, () => void remove().catch(() => {}));
      await ended.chunks.remove();
      if (failure) fail(failure);
      else store.set({ status: 'saved', name: ended.name });
    } catch {
      close(ended);
      fail('save-failed');
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start,
    setScene(scene) {
      if (!running) return;
      try {
        running.canvas.setScene(scene);
        running.mix.setSounds(scene.sounds);
      } catch {
        // Firefox mixes no microphone with another sample rate: nothing is recorded with someone's voice left out.
        breakOff(running);
      }
    },
    stop: () => finish(null),
    discard() {
      const ended = running;
      if (!ended) return;
      running = null;
      ended.media.ondataavailable = null;
      if (ended.media.state !== 'inactive') ended.media.stop();
      close(ended);
      ended.chunks.remove().catch(() => {});
      store.set({ status: 'off' });
    },
  };
}

function close({ canvas, mix }: Running): void {
  canvas.close();
  mix.close();
}

function stopped(media: MediaRecorder): Promise<void> {
  if (media.state === 'inactive') return Promise.resolve();
  return new Promise((resolve) => {
    media.addEventListener('stop', () => resolve(), { once: true });
    media.stop();
  });
}

/** Hands a file to the browser, which saves it where it saves all downloads. */
function download(file: Blob, name: string, onDone: () => void): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
    onDone();
  }, DOWNLOAD_MS);
}
