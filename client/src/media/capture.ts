import { createStore, type Observable } from '#client/store.ts';
import type { DeviceChoice, Facing } from './capture-constraints.ts';
import { watchInterruption } from './interruption.ts';

/** Why there is no track. `unsupported`: the page may not ask, e.g. it did not come over HTTPS. */
export type CaptureFailure = 'denied' | 'not-found' | 'in-use' | 'unsupported' | 'unknown';

export type CaptureState =
  | { readonly status: 'off' }
  | { readonly status: 'starting' }
  | {
      readonly status: 'live';
      readonly track: MediaStreamTrack;
      readonly deviceId: string | null;
      readonly label: string;
      /** Which way a phone's camera looks; null where there is but one side. */
      readonly facing: Facing | null;
    }
  | { readonly status: 'failed'; readonly reason: CaptureFailure };

export interface CaptureOptions {
  readonly kind: 'microphone' | 'camera';
  /** What is asked of the device. */
  readonly constraints: (choice: DeviceChoice) => MediaTrackConstraints;
  /** The device of the first start. */
  readonly initial?: DeviceChoice;
  readonly mediaDevices: MediaDevices | undefined;
  /** `navigator.permissions`, where the browser has it. */
  readonly permissions: Permissions | undefined;
  /** A device was lost; the label is that of the one which has taken its place, null where none has. */
  readonly onRemoved?: (replacedBy: string | null) => void;
  /** A device that was lost is there again and in use, by its label. */
  readonly onReturned?: (label: string) => void;
}

/** A device that is not there. */
interface Absent {
  readonly deviceId: string | null;
  /** Empty: not known. */
  readonly label: string;
}

export interface Capture extends Observable<CaptureState> {
  /**
   * Resolves once it is live or has failed.
   *
   * @param shared a track that was asked for together with another source's, in one prompt; on failure asks alone
   */
  start(shared?: Promise<MediaStreamTrack | undefined>): Promise<void>;
  /** The device that the next start asks for. */
  readonly chosen: DeviceChoice;
  /** Takes another device from now on; with nothing live, the next start does. */
  choose(choice: DeviceChoice): Promise<void>;
  /** Asks for the same device again, without a gap where the browser gives it twice. */
  renew(): Promise<void>;
  stop(): void;
  close(): void;
}

/** One microphone or camera, and the only owner of its track: senders and views never stop it. */
export function createCapture(options: CaptureOptions): Capture {
  const { kind, mediaDevices } = options;
  const store = createStore<CaptureState>({ status: 'off' });
  let chosen: DeviceChoice = options.initial ?? null;
  /** The device that was in use when it was lost, until it returns or another one is chosen. */
  let lost: Absent | null = null;
  let takingBack: Promise<boolean> | null = null;
  let stopWatchingTrack = () => {};
  /** Grows with every start and stop: a track that arrives for an earlier one is stopped at once. */
  let generation = 0;
  /** How often the permission was given. */
  let grants = 0;

  async function start(shared?: Promise<MediaStreamTrack | undefined>): Promise<void> {
    const { status } = store.get();
    if (status === 'live' || status === 'starting') return;
    await acquire(shared);
  }

  async function acquire(shared?: Promise<MediaStreamTrack | undefined>): Promise<void> {
    const mine = ++generation;
    const grantsBefore = grants;
    store.set({ status: 'starting' });
    await obtain(mine, async () => (await shared?.catch(() => undefined)) ?? (await ask()));
    // The permission may be given between the refusal and its arrival here.
    if (mine === generation && grants !== grantsBefore) retry(['denied']);
  }

  async function obtain(mine: number, open: () => Promise<MediaStreamTrack>): Promise<void> {
    try {
      const track = await open();
      if (mine === generation) hold(track, mine);
      else track.stop();
    } catch (error) {
      if (mine === generation) store.set({ status: 'failed', reason: failureOf(error) });
    }
  }

  function hold(track: MediaStreamTrack, mine: number): void {
    track.addEventListener('ended', () => {
      if (mine === generation) void replaceLost();
    });
    stopWatchingTrack();
    stopWatchingTrack = watchInterruption(track, () => {
      if (mine === generation) void renew();
    });
    const { deviceId = null, facingMode } = track.getSettings();
    if (deviceId !== null && deviceId === lost?.deviceId && !isAlias(deviceId)) lost = null;
    store.set({
      status: 'live',
      track,
      deviceId,
      label: track.label,
      facing: facingMode === 'user' || facingMode === 'environment' ? facingMode : null,
    });
  }

  async function renew(): Promise<void> {
    const state = store.get();
    if (state.status !== 'live') return;
    await obtain(++generation, ask);
    state.track.stop();
  }

  async function ask(): Promise<MediaStreamTrack> {
    if (!mediaDevices) throw new DOMException('No access to media devices', 'NotSupportedError');
    try {
      return await askFor(chosen);
    } catch (error) {
      // The chosen device is gone: better another one than none.
      if (chosen !== null && failureOf(error) === 'not-found') return await askFor(null);
      throw error;
    }
  }

  async function askFor(choice: DeviceChoice): Promise<MediaStreamTrack> {
    const constraints = options.constraints(choice);
    const stream = await mediaDevices?.getUserMedia(
      kind === 'microphone' ? { audio: constraints } : { video: constraints },
    );
    const [track] = stream?.getTracks() ?? [];
    if (!track) throw new DOMException('No track', 'NotFoundError');
    return track;
  }

  /** The device was unplugged, or the permission withdrawn. */
  async function replaceLost(): Promise<void> {
    const before = store.get();
    if (before.status === 'live') lost ??= { deviceId: before.deviceId, label: before.label };
    chosen = null;
    await acquire();
    const state = store.get();
    if (state.status === 'live') options.onRemoved?.(state.label);
    else if (state.status === 'failed') options.onRemoved?.(null);
  }

  /** The device that is wanted and not in use, as far as its id tells. */
  function absent(): Absent | null {
    if (lost) return lost;
    if (!chosen || !('deviceId' in chosen)) return null;
    const { deviceId } = chosen;
    const state = store.get();
    return state.status === 'live' && state.deviceId === deviceId ? null : { deviceId, label: '' };
  }

  /**
   * Uses a device again that has come back. One that cannot be opened yet is left alone until the devices change again.
   *
   * @returns whether it is in use
   */
  async function takeBack(): Promise<boolean> {
    const wanted = absent();
    if (!wanted || !mediaDevices) return false;
    const found = findDevice(await mediaDevices.enumerateDevices(), kind, wanted);
    // Another one was chosen meanwhile.
    if (!found || absent()?.deviceId !== wanted.deviceId) return false;
    const state = store.get();
    if (state.status === 'live' && state.deviceId === found.deviceId) {
      lost = null;
      return true;
    }
    const choice = { deviceId: found.deviceId };
    if (state.status === 'off' || state.status === 'starting') {
      chosen = choice;
      return false;
    }
    const before = generation;
    const track = await askFor(choice);
    if (before !== generation) {
      track.stop();
      return false;
    }
    chosen = choice;
    lost = null;
    hold(track, ++generation);
    if (state.status === 'live') state.track.stop();
    options.onReturned?.(track.label);
    return true;
  }

  async function followDevices(): Promise<void> {
    takingBack ??= takeBack()
      .catch(() => false)
      .finally(() => {
        takingBack = null;
      });
    if (!(await takingBack)) retry(['not-found', 'in-use', 'unknown']);
  }

  function stop(): void {
    generation++;
    stopWatchingTrack();
    const state = store.get();
    if (state.status === 'live') state.track.stop();
    store.set({ status: 'off' });
  }

  /** A device was plugged in, or the permission given, for which someone waits. */
  function retry(reasons: readonly CaptureFailure[]): void {
    const state = store.get();
    if (state.status === 'failed' && reasons.includes(state.reason)) void acquire();
  }

  const onDeviceChange = () => void followDevices();
  mediaDevices?.addEventListener('devicechange', onDeviceChange);
  const stopWatching = watchPermission(kind, options.permissions, () => {
    grants++;
    retry(['denied']);
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    start,
    stop,
    renew,
    get chosen() {
      return chosen;
    },
    async choose(choice) {
      chosen = choice;
      lost = null;
      if (store.get().status === 'off') return;
      // Phones cannot open a second camera before the first one is closed.
      stop();
      await acquire();
    },
    close() {
      stop();
      stopWatching();
      mediaDevices?.removeEventListener('devicechange', onDeviceChange);
    },
  };
}

/** Ids that stand for whichever device the system prefers (Chromium). */
const isAlias = (deviceId: string | null): boolean => deviceId === 'default' || deviceId === 'communications';

/** By its id, else, where a browser gives a new one each time, by its label. */
function findDevice(
  devices: readonly MediaDeviceInfo[],
  kind: CaptureOptions['kind'],
  { deviceId, label }: Absent,
): MediaDeviceInfo | undefined {
  const candidates = devices.filter(
    (device) => device.kind === (kind === 'microphone' ? 'audioinput' : 'videoinput'),
  );
  // What was used as `Default - Headset` returns as `Headset`.
  const isNamed = (name: string) => name !== '' && (name === label || label.endsWith(` - ${name}`));
  return (
    candidates.find((device) => device.deviceId === deviceId && !isAlias(deviceId)) ??
    candidates.find((device) => isNamed(device.label))
  );
}

/** Names of W3C Media Capture, 10.2 (getUserMedia algorithm), and the older ones that are still about. */
function failureOf(error: unknown): CaptureFailure {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'not-found';
    case 'NotReadableError':
    case 'AbortError':
      return 'in-use';
    case 'NotSupportedError':
    case 'TypeError':
      return 'unsupported';
    default:
      return 'unknown';
  }
}

/** Firefox and Safari may not know these permission names: then only `devicechange` and the person help. */
function watchPermission(
  kind: 'microphone' | 'camera',
  permissions: Permissions | undefined,
  onGranted: () => void,
): () => void {
  let status: PermissionStatus | null = null;
  let closed = false;
  const onChange = () => {
    if (status?.state === 'granted') onGranted();
  };
  permissions?.query({ name: kind }).then(
    (answer) => {
      if (closed) return;
      status = answer;
      status.addEventListener('change', onChange);
    },
    () => {},
  );
  return () => {
    closed = true;
    status?.removeEventListener('change', onChange);
  };
}
