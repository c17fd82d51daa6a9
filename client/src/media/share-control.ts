import { callPart } from '#client/load-chunk.ts';
import { createStore, type Observable } from '#client/store.ts';
import { captureScreen, hasDeclined } from './screen-share.ts';
import { notShared, type PlaybackState, type ScreenState, type ShareFailure } from './share.ts';

export interface Sharing<State> extends Observable<State> {
  /** @param reason why, where it was not the person who wanted it */
  stop(reason?: ShareFailure): void;
}

export interface ScreenSharing extends Sharing<ScreenState> {
  /** Resolves once it is live, has failed, or the person has changed their mind. */
  start(): Promise<void>;
}

export interface PlaybackSharing extends Sharing<PlaybackState> {
  /** Takes the place of a file that plays already. */
  start(file: File): Promise<void>;
}

const loadFilePlayback = callPart(() => import('./file-playback.ts'));

const over = (reason: ShareFailure | undefined) =>
  reason === undefined ? notShared : ({ status: 'failed', reason } as const);

/** The one owner of the screen's tracks. */
export function createScreenSharing(mediaDevices: MediaDevices | undefined): ScreenSharing {
  const store = createStore<ScreenState>(notShared);
  /** Grows with every start and stop: what is granted for an earlier one is given back at once. */
  let generation = 0;

  function stop(reason?: ShareFailure): void {
    generation++;
    const state = store.get();
    if (state.status === 'live') for (const track of [state.video, state.audio]) track?.stop();
    store.set(over(reason));
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    stop,
    async start() {
      const { status } = store.get();
      if (status === 'live' || status === 'starting') return;
      if (!mediaDevices || !('getDisplayMedia' in mediaDevices)) {
        stop('unsupported');
        return;
      }
      const mine = ++generation;
      store.set({ status: 'starting' });
      try {
        const tracks = await captureScreen(mediaDevices);
        if (mine !== generation) {
          for (const track of [tracks.video, tracks.audio]) track?.stop();
          return;
        }
        // `Stop sharing` of the browser's own bar.
        tracks.video?.addEventListener('ended', () => {
          if (mine === generation) stop();
        });
        store.set({ status: 'live', ...tracks });
      } catch (error) {
        if (mine === generation) stop(hasDeclined(error) ? undefined : reasonOf(error));
      }
    },
  };
}

/** The one owner of the player and its tracks. */
export function createPlaybackSharing(): PlaybackSharing {
  const store = createStore<PlaybackState>(notShared);
  let generation = 0;
  let close = () => {};

  function stop(reason?: ShareFailure): void {
    generation++;
    close();
    close = () => {};
    store.set(over(reason));
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    stop,
    async start(file) {
      stop();
      const mine = ++generation;
      store.set({ status: 'starting' });
      try {
        const { openFile } = await loadFilePlayback();
        const opened = await openFile(file, (tracks) => {
          const state = store.get();
          if (mine === generation && state.status === 'live') store.set({ ...state, ...tracks });
        });
        if (mine !== generation) {
          opened.close();
          return;
        }
        close = opened.close;
        store.set({ status: 'live', ...opened.tracks, player: opened.player, name: file.name });
        // Begun by the click that chose the file; where the browser refuses all the same, the controls begin it.
        await opened.player.play().catch(() => {});
      } catch (error) {
        if (mine === generation) stop(reasonOf(error));
      }
    },
  };
}

function reasonOf(error: unknown): ShareFailure {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'EncodingError':
      return 'undecodable';
    case 'NotSupportedError':
    case 'TypeError':
      return 'unsupported';
    default:
      return 'unknown';
  }
}
