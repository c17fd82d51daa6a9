import { captureSizeFor } from '#client/media/capture-constraints.ts';
import { type ChosenDevices, createLocalMedia, type LocalMedia } from '#client/media/local-media.ts';
import { type CallSettings, DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import type { CallMedia } from './direct-call.ts';
import { loadPeerLink } from './leg.ts';

export interface OwnMediaOptions {
  readonly loadSettings: () => Promise<CallSettings>;
  readonly devices: (() => ChosenDevices) | undefined;
  /** The devices are there, have changed, or (null) are closed. */
  readonly onChange: (local: LocalMedia | null) => void;
  readonly log: (message: string, detail?: unknown) => void;
}

export type OpenedMedia = { readonly local: LocalMedia; readonly settings: CallSettings };

/** Camera and microphone of the call under way; opened before there is a link, so that one sees oneself while it rings. */
export interface OwnMedia {
  readonly local: LocalMedia | null;
  /** Of the call under way; null where it was given up before its media was there. */
  readonly opened: Promise<OpenedMedia | null>;
  start(media: CallMedia): void;
  stop(): void;
}

export function createOwnMedia({ loadSettings, devices, onChange, log }: OwnMediaOptions): OwnMedia {
  let opened: Promise<OpenedMedia | null> = Promise.resolve(null);
  let local: LocalMedia | null = null;
  /** Settings that arrive for an earlier call open no microphone. */
  let generation = 0;

  async function open(
    mine: number,
    { camera = true, muted = false }: CallMedia,
  ): Promise<OpenedMedia | null> {
    const settings = await loadSettings().catch((error: unknown) => {
      // A call with the defaults is better than none.
      log('The media settings could not be loaded', error);
      return DEFAULT_CALL_SETTINGS;
    });
    if (mine !== generation) return null;
    const media = createLocalMedia({
      settings,
      captureSize: ({ videoBandwidth }) => captureSizeFor(videoBandwidth),
      ...(devices && { devices: devices() }),
      muted,
    });
    local = media;
    media.subscribe(() => {
      if (local === media) onChange(media);
    });
    onChange(media);
    void media.start({ microphone: true, camera });
    return { local: media, settings };
  }

  function stop(): void {
    generation++;
    const closing = local;
    local = null;
    closing?.close();
    opened = Promise.resolve(null);
    onChange(null);
  }

  return {
    get local() {
      return local;
    },
    get opened() {
      return opened;
    },
    start(begin) {
      stop();
      // Ready by the time someone answers; that it could not be loaded is said when it is needed.
      loadPeerLink().catch(() => {});
      opened = open(generation, begin);
    },
    stop,
  };
}
