import { createStore, type Observable } from '#client/store.ts';
import { type ClockState, step } from './clock.ts';
import { createElements } from './elements.ts';
import type { FilmTrack } from './film.ts';

export interface PlayerState {
  readonly playing: boolean;
  /** It has been played, and is not at its end. */
  readonly begun: boolean;
  /** It waits for a file to load. */
  readonly waiting: boolean;
  readonly rate: number;
  /** Seconds from the start of the recording. */
  readonly moment: number;
  readonly volume: number;
  readonly muted: boolean;
  /** The browser plays no sound until someone asks for it. */
  readonly soundBlocked: boolean;
  /** Files that can't be played here. */
  readonly unplayable: ReadonlySet<string>;
  /** Files that the film has not waited for. */
  readonly late: ReadonlySet<string>;
}

export interface FilmPlayerOptions {
  /** Seconds. */
  readonly duration: number;
  /** Seconds from the start of the recording. */
  readonly start: number;
  /** Gets other addresses of the files; `setUrls` is called with them. */
  readonly onFailed: () => void;
}

export interface FilmPlayer {
  readonly state: Observable<PlayerState>;
  /** @returns what stops it for good */
  open(): () => void;
  attach(track: FilmTrack, element: HTMLMediaElement): () => void;
  /** By the id of the file. */
  setUrls(urls: ReadonlyMap<string, string>): void;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(moment: number): void;
  seekBy(seconds: number): void;
  setRate(rate: number): void;
  setVolume(volume: number): void;
  toggleMuted(): void;
}

export const RATES: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2];

const TICK_MS = 100;
/** A shorter wait is not worth a word. */
const SAID_AFTER_S = 0.4;

/** Plays the files of a film in step. Without a view: the elements are given to it. */
export function createFilmPlayer({ duration, start, onFailed }: FilmPlayerOptions): FilmPlayer {
  let clock: ClockState = {
    playing: false,
    rate: 1,
    moment: Math.min(Math.max(0, start), duration),
    waited: null,
    late: new Set(),
  };
  let urls: ReadonlyMap<string, string> = new Map();
  let lastTick = performance.now();
  const state = createStore<PlayerState>({
    playing: false,
    begun: false,
    waiting: false,
    rate: clock.rate,
    moment: clock.moment,
    volume: 1,
    muted: false,
    soundBlocked: false,
    unplayable: new Set(),
    late: clock.late,
  });
  const elements = createElements({
    urlOf: (id) => urls.get(id),
    onFailed,
    onUnplayable: (unplayable) => change({ unplayable }),
    onSoundBlocked: () => change({ soundBlocked: true }),
  });

  function change(part: Partial<PlayerState>): void {
    const before = state.get();
    const next = { ...before, ...part };
    const isNew = (Object.keys(part) as (keyof PlayerState)[]).some((key) => next[key] !== before[key]);
    if (isNew) state.set(next);
  }

  function tick(): void {
    const now = performance.now();
    const { state: next, orders } = step(clock, elements.now(), (now - lastTick) / 1000, duration);
    lastTick = now;
    setClock(next);
    elements.follow(orders);
  }

  function setClock(next: ClockState): void {
    // Each step makes a new set. Keep the old one while the contents are the same, so that nothing renders again.
    const late = [...next.late].join() === [...clock.late].join() ? clock.late : next.late;
    clock = { ...next, late };
    const { playing, rate, moment, waited } = clock;
    const begun = moment < duration && (playing || state.get().begun);
    change({ playing, begun, rate, moment, late, waiting: waited !== null && waited > SAID_AFTER_S });
  }

  /** At once, within the click: some browsers let media start only there. */
  function set(part: Partial<ClockState>): void {
    setClock({ ...clock, waited: null, ...part });
    tick();
  }

  function setSound(part: Partial<Pick<PlayerState, 'volume' | 'muted'>>): void {
    change({ ...part, soundBlocked: false });
    elements.setSound(state.get());
  }

  const seek = (moment: number) => set({ moment: Math.min(Math.max(0, moment), duration), late: new Set() });
  const play = () => {
    elements.prime();
    set({ playing: true, late: new Set(), ...(clock.moment >= duration && { moment: 0 }) });
  };
  const pause = () => set({ playing: false });
  return {
    state,
    open() {
      const timer = setInterval(tick, TICK_MS);
      return () => {
        clearInterval(timer);
        elements.close();
      };
    },
    attach: elements.attach,
    setUrls(next) {
      urls = next;
      elements.reload();
    },
    play,
    pause,
    toggle: () => (clock.playing ? pause() : play()),
    seek,
    seekBy: (seconds) => seek(clock.moment + seconds),
    setRate: (rate) => set({ rate }),
    setVolume: (volume) => setSound({ volume, muted: false }),
    toggleMuted() {
      const { muted, volume, soundBlocked } = state.get();
      // Silent for one of three reasons: the press makes it heard.
      const isSilent = muted || soundBlocked || volume === 0;
      setSound({ muted: !isSilent, volume: isSilent && volume === 0 ? 1 : volume });
    },
  };
}
