/**
 * Why a screen or a file is not shared. `withdrawn`: the customer no longer allows it, or the server refused.
 * `undecodable`: this browser cannot play the file.
 */
export type ShareFailure = 'denied' | 'unsupported' | 'undecodable' | 'withdrawn' | 'unknown';

/** A share has a picture, a sound, or both; the tracks are its owner's. */
export interface SharedTracks {
  readonly video: MediaStreamTrack | null;
  readonly audio: MediaStreamTrack | null;
}

interface NotShared<Status extends string> {
  readonly status: Status;
}

export type ScreenState =
  | NotShared<'off'>
  | NotShared<'starting'>
  | (SharedTracks & { readonly status: 'live' })
  | { readonly status: 'failed'; readonly reason: ShareFailure };

export type PlaybackState =
  | NotShared<'off'>
  | NotShared<'starting'>
  | (SharedTracks & {
      readonly status: 'live';
      /** Plays the file; its own methods and events are the controls. */
      readonly player: HTMLVideoElement;
      /** Of the file. */
      readonly name: string;
    })
  | { readonly status: 'failed'; readonly reason: ShareFailure };

export const notShared: NotShared<'off'> = { status: 'off' };

/** What a share sends now. */
export const sharedTracks = (state: ScreenState | PlaybackState): SharedTracks =>
  state.status === 'live' ? state : { video: null, audio: null };
