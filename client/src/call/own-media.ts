import type { CaptureSize } from '#client/media/capture-constraints.ts';
import {
  type ChosenDevices,
  createLocalMedia,
  type LocalMedia,
  type LocalMediaSnapshot,
} from '#client/media/local-media.ts';
import { type CallSettings, DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';

/** The devices that a call opens. */
export interface JoinMedia {
  readonly microphone: boolean;
  readonly camera: boolean;
  readonly devices?: ChosenDevices;
  /** The microphone is open and silent. */
  readonly muted?: boolean;
}

export interface OpenedMedia {
  readonly local: LocalMedia;
  readonly settings: CallSettings;
}

export interface OwnMediaOptions {
  readonly loadSettings: () => Promise<CallSettings>;
  readonly captureSize: (settings: CallSettings) => CaptureSize;
  /** The devices where `open` names none. */
  readonly devices?: (() => ChosenDevices) | undefined;
  /** Waited for before a device is opened. */
  readonly beforeOpening?: () => Promise<unknown>;
  /** Asked when a camera is about to be opened. */
  readonly mayShowCamera?: () => boolean;
  /** Null: nothing is open. */
  readonly onChange: (local: LocalMediaSnapshot | null) => void;
  /** What the person has set is known, or has changed. */
  readonly onSettings?: () => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/** The devices and shares of this browser in a call; opened before the call, for the self view. */
export interface OwnMedia {
  /** Null: nothing is open. */
  readonly local: LocalMedia | null;
  readonly settings: CallSettings;
  /** How microphone and camera were when they were closed last; null: they have not been open. */
  readonly last: JoinMedia | null;
  /** Also while it opens: the microphone is then muted from its beginning, or not. */
  setMuted(muted: boolean): void;
  /** Resolves with null where it was closed before it opened. */
  open(media: JoinMedia): Promise<OpenedMedia | null>;
  /** Devices that are open already, of a 1-to-1 call that moves: they stay whose they are. */
  adopt(media: OpenedMedia): void;
  applySettings(settings: CallSettings): void;
  close(): void;
}

export function createOwnMedia(options: OwnMediaOptions): OwnMedia {
  const { onChange, captureSize, log } = options;
  let local: LocalMedia | null = null;
  let settings = DEFAULT_CALL_SETTINGS;
  /** Ends what follows `local`, and closes it where it was opened here. */
  let release = () => {};
  /** Grows when media is opened or closed: settings that arrive for an earlier one open no device. */
  let generation = 0;
  /** What was said about the microphone while it opens; null: nothing. */
  let mutedMeanwhile: boolean | null = null;
  let last: JoinMedia | null = null;

  function hold(held: LocalMedia, owned: boolean): void {
    local = held;
    const unfollow = held.subscribe(() => onChange(held.get()));
    release = () => {
      unfollow();
      if (owned) held.close();
    };
    onChange(held.get());
  }

  function close(): void {
    generation++;
    if (local) {
      const { muted, camera } = local.get();
      last = { microphone: true, muted, camera: camera.status !== 'off' };
    }
    mutedMeanwhile = null;
    local = null;
    release();
    release = () => {};
    onChange(null);
  }

  return {
    get local() {
      return local;
    },
    get settings() {
      return settings;
    },
    get last() {
      return last;
    },
    setMuted(muted) {
      if (local) local.setMuted(muted);
      else mutedMeanwhile = muted;
    },
    async open(media) {
      close();
      const mine = generation;
      const before = options.beforeOpening?.();
      settings = await options.loadSettings().catch((error: unknown) => {
        // A call with the defaults is better than none.
        log('The media settings could not be loaded', error);
        return DEFAULT_CALL_SETTINGS;
      });
      await before;
      if (mine !== generation) return null;
      options.onSettings?.();
      const devices = media.devices ?? options.devices?.();
      const opened = createLocalMedia({
        settings,
        captureSize,
        ...(devices && { devices }),
        muted: mutedMeanwhile ?? media.muted ?? false,
      });
      hold(opened, true);
      const mayShowCamera = options.mayShowCamera?.() ?? true;
      void opened.start({ microphone: media.microphone, camera: media.camera && mayShowCamera });
      return { local: opened, settings };
    },
    adopt(media) {
      settings = media.settings;
      hold(media.local, false);
    },
    applySettings(next) {
      settings = next;
      void local?.applySettings(next);
      options.onSettings?.();
    },
    close,
  };
}
