import { type Capture, type CaptureState, createCapture } from './capture.ts';
import { audioConstraints, type CaptureSize, videoConstraints } from './capture-constraints.ts';
import type { MediaSettings } from './media-settings.ts';
import { createStore, type Observable } from './store.ts';

export interface LocalMediaSnapshot {
  readonly microphone: CaptureState;
  /** Muted by the person: the track is kept and sends silence, so that speaking again is instant. */
  readonly muted: boolean;
  /** `off` also closes the device, so that its light goes out. */
  readonly camera: CaptureState;
}

export interface LocalMediaOptions {
  readonly settings: MediaSettings;
  readonly captureSize: CaptureSize;
  /** A lost device was replaced by the next one; `label` is that one's name. */
  readonly onReplaced?: (kind: 'microphone' | 'camera', label: string) => void;
}

export interface LocalMedia extends Observable<LocalMediaSnapshot> {
  /** Asks for both in one prompt; where that fails, for each alone. Resolves once each is live or has failed. */
  start(sources: { readonly microphone: boolean; readonly camera: boolean }): Promise<void>;
  setMuted(muted: boolean): void;
  setCamera(on: boolean): Promise<void>;
  choose(kind: 'microphone' | 'camera', deviceId: string | null): Promise<void>;
  close(): void;
}

/** The live track of a source, or null: what a sender should send. */
export const liveTrack = (state: CaptureState): MediaStreamTrack | null =>
  state.status === 'live' ? state.track : null;

/** Microphone and camera of one call. Sessions follow its snapshot and send the tracks that stand in it. */
export function createLocalMedia(options: LocalMediaOptions): LocalMedia {
  const { mediaDevices, permissions } = browserMedia();
  const capture = (
    kind: 'microphone' | 'camera',
    constraints: (deviceId: string | null) => MediaTrackConstraints,
  ): Capture =>
    createCapture({
      kind,
      constraints,
      mediaDevices,
      permissions,
      onReplaced: (label) => options.onReplaced?.(kind, label),
    });

  const microphone = capture('microphone', (deviceId) => audioConstraints(options.settings, deviceId));
  const camera = capture('camera', (deviceId) => videoConstraints(options.captureSize, deviceId));
  const store = createStore<LocalMediaSnapshot>({
    microphone: microphone.get(),
    muted: false,
    camera: camera.get(),
  });

  const follow = () => {
    const { muted } = store.get();
    // A new microphone takes the mute of the old one over before anybody can send it.
    const track = liveTrack(microphone.get());
    if (track) track.enabled = !muted;
    store.set({ microphone: microphone.get(), muted, camera: camera.get() });
  };
  microphone.subscribe(follow);
  camera.subscribe(follow);

  return {
    get: store.get,
    subscribe: store.subscribe,
    async start(sources) {
      if (!sources.microphone || !sources.camera || !mediaDevices) {
        await Promise.all([sources.microphone && microphone.start(), sources.camera && camera.start()]);
        return;
      }
      const both = mediaDevices.getUserMedia({
        audio: audioConstraints(options.settings, null),
        video: videoConstraints(options.captureSize, null),
      });
      await Promise.all([
        microphone.start(both.then((stream) => stream.getAudioTracks()[0])),
        camera.start(both.then((stream) => stream.getVideoTracks()[0])),
      ]);
    },
    setMuted(muted) {
      const track = liveTrack(microphone.get());
      if (track) track.enabled = !muted;
      store.set({ ...store.get(), muted });
    },
    async setCamera(on) {
      if (on) await camera.start();
      else camera.stop();
    },
    choose: (kind, deviceId) => (kind === 'microphone' ? microphone : camera).choose(deviceId),
    close() {
      microphone.close();
      camera.close();
    },
  };
}

/** TypeScript's DOM types promise both; pages without HTTPS and older browsers have neither. */
function browserMedia(): { mediaDevices: MediaDevices | undefined; permissions: Permissions | undefined } {
  return { mediaDevices: navigator.mediaDevices, permissions: navigator.permissions };
}
