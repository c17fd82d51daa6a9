import { createStore, type Observable } from '#client/store.ts';
import { type ChunkStore, createChunkStore, removeLeftovers } from './chunk-store.ts';
import type { RecordingOwner } from './kept-recordings.ts';
import { recordingName, recordingType } from './recording-file.ts';
import { forgetRecording, noteRecording, partName, recordingLock } from './recording-note.ts';
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

const loadSaving = () => import('./save-recording.ts');

interface Running {
  readonly media: MediaRecorder;
  readonly canvas: SceneCanvas;
  readonly mix: SoundMix;
  readonly chunks: ChunkStore;
  readonly name: string;
  readonly mimeType: string;
  /** No page needs to offer it any more. */
  readonly forget: () => void;
  /** Another page may offer it. */
  readonly unlock: () => void;
  /** Chunks are written one after the other; fails as the first of them does. */
  written: Promise<void>;
}

/**
 * Records a call in this browser, into one file.
 *
 * @param owner whom the next page offers what a killed page has left; null: nobody
 */
export function createRecorder(owner: RecordingOwner | null): Recorder {
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
      const chunks = await createChunkStore(partName(name));
      const unlock = holdLock(name);
      release.push(unlock);
      if (chunks.lasting && owner !== null) noteRecording(owner, { name, mimeType });
      const forget = () => {
        unlock();
        if (owner !== null) forgetRecording(owner, name);
      };
      const current: Running = {
        ...{ media, canvas, mix, chunks, name, mimeType, forget, unlock },
        written: Promise.resolve(),
      };
      media.ondataavailable = ({ data }) => {
        if (data.size > 0) current.written = current.written.then(() => chunks.append(data));
        current.written.catch(() => breakOff(current));
      };
      media.onerror = () => breakOff(current);
      media.start(TIMESLICE_MS);
      running = current;
      store.set({ status: 'recording', since: now.getTime() });
      // The server may be away when the recording ends.
      loadSaving().catch(() => {});
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
      const { saveRecording } = await loadSaving();
      await saveRecording(recorded, ended.mimeType, ended.name, (progress) =>
        store.set({ status: 'saving', progress }),
      );
      await ended.chunks.remove();
      ended.forget();
      if (failure) fail(failure);
      else store.set({ status: 'saved', name: ended.name });
    } catch {
      close(ended);
      // It is offered again by the next page.
      ended.unlock();
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
      ended.forget();
      store.set({ status: 'off' });
    },
  };
}

/** Held for as long as this page lives, or until the returned function is called. */
function holdLock(name: string): () => void {
  const held = Promise.withResolvers<void>();
  // There are none where pages are not secure; nothing is kept there either.
  navigator.locks?.request(recordingLock(name), () => held.promise).catch(() => {});
  return held.resolve;
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
