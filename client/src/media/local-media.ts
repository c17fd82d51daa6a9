import { createStore, type Observable } from '#client/store.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import { onAudioReturned } from './audio-context.ts';
import { type Capture, type CaptureState, createCapture } from './capture.ts';
import {
  audioConstraints,
  type CaptureSize,
  type DeviceChoice,
  hasProcessing,
  sameProcessing,
  videoConstraints,
} from './capture-constraints.ts';
import type { PlaybackState, ScreenState, ShareFailure } from './share.ts';
import { createPlaybackSharing, createScreenSharing } from './share-control.ts';

export interface LocalMediaSnapshot {
  readonly microphone: CaptureState;
  /** Muted by the person: the track is kept and sends silence, so that speaking again is instant. */
  readonly muted: boolean;
  /** `off` also closes the device, so that its light goes out. */
  readonly camera: CaptureState;
  readonly screen: ScreenState;
  readonly playback: PlaybackState;
  /** The device that was lost last (unplugged, or no longer permitted), or has returned. */
  readonly removed: RemovedDevice | null;
}

export interface RemovedDevice {
  readonly kind: 'microphone' | 'camera';
  /** The name of the device that has taken its place; null: none has. */
  readonly replacedBy: string | null;
  /** The one that has taken its place is the one that was lost before. */
  readonly returned: boolean;
  /** Tells one loss from the next. */
  readonly count: number;
}

/** What was chosen before the call; null: whichever the browser prefers. */
export interface ChosenDevices {
  readonly microphone: string | null;
  readonly camera: string | null;
}

export interface LocalMediaOptions {
  readonly settings: CallSettings;
  /** What is asked of the camera, depending on the settings. */
  readonly captureSize: (settings: CallSettings) => CaptureSize;
  readonly devices?: ChosenDevices;
  /** From the first moment on. */
  readonly muted?: boolean;
}

export interface LocalMedia extends Observable<LocalMediaSnapshot> {
  /** Asks for both in one prompt; where that fails, for each alone. Resolves once each is live or has failed. */
  start(sources: { readonly microphone: boolean; readonly camera: boolean }): Promise<void>;
  setMuted(muted: boolean): void;
  setCamera(on: boolean): Promise<void>;
  choose(kind: 'microphone' | 'camera', deviceId: string | null): Promise<void>;
  /** The phone's other camera, or the next one of a machine with several. */
  switchCamera(): Promise<void>;
  /** Asks for a screen, window or tab; to be called from a click. */
  startScreen(): Promise<void>;
  /** @param reason why, where it was not the person who wanted it */
  stopScreen(reason?: ShareFailure): void;
  startPlayback(file: File): Promise<void>;
  stopPlayback(reason?: ShareFailure): void;
  /** Brings devices that are open to other settings, without a gap where the browser can. */
  applySettings(settings: CallSettings): Promise<void>;
  close(): void;
}

/** The live track of a source, or null: what a sender should send. */
export const liveTrack = (state: CaptureState): MediaStreamTrack | null =>
  state.status === 'live' ? state.track : null;

const device = (deviceId: string | null | undefined): DeviceChoice =>
  deviceId === null || deviceId === undefined ? null : { deviceId };

/** Microphone, camera and what is shared in one call. Sessions follow its snapshot and send the tracks that stand in it. */
export function createLocalMedia(options: LocalMediaOptions): LocalMedia {
  const { mediaDevices, permissions } = browserMedia();
  let { settings } = options;
  const microphoneConstraints = (choice: DeviceChoice) => audioConstraints(settings, choice);
  const cameraConstraints = (choice: DeviceChoice) => videoConstraints(options.captureSize(settings), choice);
  const capture = (
    kind: 'microphone' | 'camera',
    constraints: (choice: DeviceChoice) => MediaTrackConstraints,
  ): Capture =>
    createCapture({
      kind,
      constraints,
      initial: device(options.devices?.[kind]),
      mediaDevices,
      permissions,
      onRemoved: (replacedBy) => tellRemoved({ kind, replacedBy, returned: false }),
      onReturned: (replacedBy) => tellRemoved({ kind, replacedBy, returned: true }),
    });
  const tellRemoved = (device: Omit<RemovedDevice, 'count'>) => {
    const count = (store.get().removed?.count ?? 0) + 1;
    store.set({ ...store.get(), removed: { ...device, count } });
  };

  const microphone = capture('microphone', microphoneConstraints);
  const camera = capture('camera', cameraConstraints);
  const screen = createScreenSharing(mediaDevices);
  const playback = createPlaybackSharing();
  const sources = { microphone, camera, screen, playback };
  const read = () => ({
    microphone: microphone.get(),
    camera: camera.get(),
    screen: screen.get(),
    playback: playback.get(),
  });
  const store = createStore<LocalMediaSnapshot>({ ...read(), muted: options.muted ?? false, removed: null });

  for (const source of Object.values(sources)) {
    source.subscribe(() => {
      const { muted } = store.get();
      // A new microphone takes the mute of the old one over before anyone can send it.
      const track = liveTrack(microphone.get());
      if (track) track.enabled = !muted;
      store.set({ ...store.get(), ...read() });
    });
  }
  const stopWatchingAudio = onAudioReturned(() => void microphone.renew());

  /** Browsers differ in what they change while a microphone runs: what did not take effect is asked for again. */
  async function applyToMicrophone(before: CallSettings): Promise<void> {
    const track = liveTrack(microphone.get());
    if (!track || sameProcessing(before, settings)) return;
    await track.applyConstraints(microphoneConstraints(microphone.chosen)).catch(() => {});
    if (!hasProcessing(track, settings)) await microphone.renew();
  }

  async function applyToCamera(): Promise<void> {
    // A camera that cannot do it keeps its picture; the sender's limits hold all the same.
    await liveTrack(camera.get())
      ?.applyConstraints(cameraConstraints(camera.chosen))
      .catch(() => {});
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    async start(wanted) {
      if (!wanted.microphone || !wanted.camera || !mediaDevices) {
        await Promise.all([wanted.microphone && microphone.start(), wanted.camera && camera.start()]);
        return;
      }
      const both = mediaDevices.getUserMedia({
        audio: microphoneConstraints(microphone.chosen),
        video: cameraConstraints(camera.chosen),
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
    choose: (kind, deviceId) => sources[kind].choose(device(deviceId)),
    async switchCamera() {
      const state = camera.get();
      if (state.status !== 'live' || !mediaDevices) return;
      if (state.facing) {
        await camera.choose({ facing: state.facing === 'user' ? 'environment' : 'user' });
        return;
      }
      const cameras = (await mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
      const now = cameras.findIndex(({ deviceId }) => deviceId === state.deviceId);
      const next = cameras[(now + 1) % cameras.length];
      if (next && next.deviceId !== state.deviceId) await camera.choose(device(next.deviceId));
    },
    startScreen: screen.start,
    stopScreen: screen.stop,
    startPlayback: playback.start,
    stopPlayback: playback.stop,
    async applySettings(next) {
      const before = settings;
      settings = next;
      await Promise.all([applyToMicrophone(before), applyToCamera()]);
    },
    close() {
      stopWatchingAudio();
      microphone.close();
      camera.close();
      screen.stop();
      playback.stop();
    },
  };
}

/** TypeScript's DOM types promise both; pages without HTTPS and older browsers have neither. */
function browserMedia(): { mediaDevices: MediaDevices | undefined; permissions: Permissions | undefined } {
  return { mediaDevices: navigator.mediaDevices, permissions: navigator.permissions };
}
