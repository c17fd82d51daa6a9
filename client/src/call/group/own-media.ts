import type { CaptureSize } from '#client/media/capture-constraints.ts';
import {
  type ChosenDevices,
  createLocalMedia,
  type LocalMedia,
  type LocalMediaSnapshot,
  liveTrack,
} from '#client/media/local-media.ts';
import { sharedTracks } from '#client/media/share.ts';
import { type CallSettings, DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import { captureForGroup } from './layers.ts';
import type { Sending, SendingSettings } from './sending.ts';

/** What of oneself is open at first. */
export interface JoinMedia {
  readonly microphone: boolean;
  readonly camera: boolean;
  readonly devices?: ChosenDevices;
  /** The microphone is open and silent. */
  readonly muted?: boolean;
}

/** Devices that are open already, of a 1-to-1 call that moves: they stay whose they are. */
export interface AdoptedMedia {
  readonly local: LocalMedia;
  readonly settings: CallSettings;
}

export interface OwnMediaOptions {
  readonly loadSettings: () => Promise<CallSettings>;
  /** Waited for before a device is opened. */
  readonly beforeOpening: () => Promise<unknown>;
  /** Asked when a camera is about to be opened. */
  readonly mayShowCamera: () => boolean;
  /** Null: nothing is open. */
  readonly onChange: (local: LocalMediaSnapshot | null) => void;
  /** What the person has set is known, or has changed. */
  readonly onSettings: () => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/** One's own devices and shares in a group call, over as many rooms as it takes. */
export interface OwnMedia {
  /** Null: nothing is open. */
  readonly local: LocalMedia | null;
  /** How it is to be sent. */
  readonly sending: SendingSettings;
  open(sources: JoinMedia): Promise<void>;
  adopt(media: AdoptedMedia): void;
  applySettings(settings: CallSettings): void;
  close(): void;
}

export function createOwnMedia(options: OwnMediaOptions): OwnMedia {
  const { onChange, log } = options;
  let local: LocalMedia | null = null;
  let settings = DEFAULT_CALL_SETTINGS;
  /** Ends what follows `local`, and closes it where it was opened here. */
  let release = () => {};
  /** Grows when media is opened or closed: settings that arrive for an earlier one open no camera. */
  let generation = 0;

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
    local = null;
    release();
    release = () => {};
    onChange(null);
  }

  return {
    get local() {
      return local;
    },
    get sending() {
      return { settings, captureSize: captureSizeOf(settings) };
    },
    async open(sources) {
      close();
      const mine = generation;
      const before = options.beforeOpening();
      settings = await options.loadSettings().catch((error: unknown) => {
        // A call with the defaults is better than none.
        log('The media settings could not be loaded', error);
        return DEFAULT_CALL_SETTINGS;
      });
      await before;
      if (mine !== generation) return;
      options.onSettings();
      const opened = createLocalMedia({
        settings,
        captureSize: captureSizeOf,
        ...(sources.devices && { devices: sources.devices }),
        muted: sources.muted ?? false,
      });
      hold(opened, true);
      await opened.start({ ...sources, camera: sources.camera && options.mayShowCamera() });
    },
    adopt(media) {
      settings = media.settings;
      hold(media.local, false);
    },
    applySettings(next) {
      settings = next;
      void local?.applySettings(next);
      options.onSettings();
    },
    close,
  };
}

const captureSizeOf = ({ videoBandwidth }: CallSettings): CaptureSize =>
  captureForGroup(navigator.hardwareConcurrency ?? 1, videoBandwidth);

/** Sends all that is open, and nothing else any more. */
export function sendAll(sending: Sending, media: LocalMediaSnapshot): void {
  sending.set('microphone', { track: liveTrack(media.microphone), paused: media.muted });
  sending.set('camera', { track: liveTrack(media.camera), paused: false });
  for (const share of ['screen', 'playback'] as const) {
    const { video, audio } = sharedTracks(media[share]);
    sending.set(share, { track: video, paused: false });
    sending.set(`${share}-audio`, { track: audio, paused: false });
  }
}
