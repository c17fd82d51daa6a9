import type { ElementNow, Order } from './clock.ts';
import type { FilmTrack } from './film.ts';

export interface SoundState {
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

export interface ElementsOptions {
  /** Address of a file; undefined: not known yet. */
  readonly urlOf: (id: string) => string | undefined;
  /** The addresses may have expired: gets others, after which `reload` is called. */
  readonly onFailed: () => void;
  /** A file can't be played here, or can again. */
  readonly onUnplayable: (ids: ReadonlySet<string>) => void;
  /** The browser allows no sound before the page is touched. */
  readonly onSoundBlocked: () => void;
}

/** Attempts to load a file before it counts as unplayable; after a while without failure they are forgiven. */
const MAX_ATTEMPTS = 3;
const FORGIVEN_AFTER_MS = 30_000;
/** Doubled at each attempt. */
const DELAY_MS = 500;
/** Rates closer than this are the same. */
const SAME_RATE = 0.004;

interface Attached {
  readonly track: FilmTrack;
  readonly element: HTMLMediaElement;
  settledAt: number;
  url: string | undefined;
  failed: boolean;
}

interface Failures {
  count: number;
  at: number;
}

/** The media elements of a film: loads them, says how they are, and does what the clock orders. */
export function createElements(options: ElementsOptions) {
  const attached = new Map<string, Attached>();
  const failures = new Map<string, Failures>();
  let primed = false;
  /** Files that fail together are loaded again together. */
  let retry: ReturnType<typeof setTimeout> | undefined;
  let sound: SoundState & { readonly blocked: boolean } = { volume: 1, muted: false, blocked: false };

  const stopRetry = () => {
    clearTimeout(retry);
    retry = undefined;
  };

  const applySound = ({ element }: Attached) => {
    element.volume = sound.volume;
    element.muted = sound.muted || sound.blocked;
  };

  const isGivenUp = (id: string): boolean => (failures.get(id)?.count ?? 0) > MAX_ATTEMPTS;

  const sayUnplayable = () => {
    options.onUnplayable(new Set([...failures.keys()].filter(isGivenUp)));
  };

  /** Some browsers load nothing that was never started, and start by themselves only what a touch has started before. */
  const prime = ({ element }: Attached) => {
    if (!element.paused || element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return;
    // Interrupted at once by the pause.
    element.play().catch(() => {});
    element.pause();
  };

  const load = (each: Attached) => {
    const url = options.urlOf(each.track.id);
    if (url === undefined || isGivenUp(each.track.id)) return;
    each.url = url;
    each.failed = false;
    each.settledAt = performance.now();
    each.element.src = url;
    if (primed) prime(each);
  };

  const onError = (each: Attached) => {
    const { track, element } = each;
    each.failed = true;
    const now = performance.now();
    const last = failures.get(track.id);
    const before = last && now - last.at < FORGIVEN_AFTER_MS ? last.count : 0;
    // Without a network each attempt fails: it is no fault of the file.
    const offline = !navigator.onLine;
    const hopeless = element.canPlayType(track.mediaType) === '';
    const count = offline ? before : hopeless ? MAX_ATTEMPTS + 1 : before + 1;
    failures.set(track.id, { count, at: now });
    sayUnplayable();
    if (count > MAX_ATTEMPTS) return;
    retry ??= setTimeout(options.onFailed, DELAY_MS * 2 ** count);
  };

  const play = (each: Attached) => {
    each.settledAt = performance.now();
    each.element.play().catch((error: unknown) => {
      // Anything else is reported by the element itself, or was overtaken by a pause.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || sound.blocked) return;
      sound = { ...sound, blocked: true };
      for (const other of attached.values()) applySound(other);
      options.onSoundBlocked();
    });
  };

  return {
    /** @returns what takes it away again */
    attach(track: FilmTrack, element: HTMLMediaElement): () => void {
      const each: Attached = { track, element, settledAt: performance.now(), url: undefined, failed: false };
      attached.set(track.id, each);
      applySound(each);
      const fail = () => onError(each);
      element.addEventListener('error', fail);
      load(each);
      return () => {
        element.removeEventListener('error', fail);
        if (attached.get(track.id) === each) attached.delete(track.id);
        element.pause();
        // A browser keeps on loading what has no parent any more.
        element.removeAttribute('src');
        element.load();
      };
    },
    /** Loads what has failed, or had no address yet. */
    reload() {
      stopRetry();
      for (const each of attached.values()) if (each.failed || each.url === undefined) load(each);
    },
    now(): readonly ElementNow[] {
      const time = performance.now();
      return [...attached.values()].map(({ track, element, settledAt, failed }) => ({
        id: track.id,
        from: track.from,
        to: track.to,
        at: element.currentTime,
        paused: element.paused,
        seeking: element.seeking,
        ended: element.ended,
        ready: element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
        failed: failed && isGivenUp(track.id),
        retrying: failed && !isGivenUp(track.id),
        settled: (time - settledAt) / 1000,
      }));
    },
    follow(orders: ReadonlyMap<string, Order>) {
      for (const each of attached.values()) {
        const order = orders.get(each.track.id);
        if (!order || each.failed) continue;
        const { element } = each;
        if (order.seek !== null && element.readyState >= HTMLMediaElement.HAVE_METADATA) {
          element.currentTime = order.seek;
          each.settledAt = performance.now();
        }
        if (Math.abs(element.playbackRate - order.rate) > SAME_RATE) element.playbackRate = order.rate;
        if (order.play && element.paused && !element.ended) play(each);
        else if (!order.play && !element.paused) element.pause();
      }
    },
    /** Within a touch of the page. */
    prime() {
      primed = true;
      for (const each of attached.values()) prime(each);
    },
    /** After a touch of the page a blocked sound is allowed too. */
    setSound(next: SoundState) {
      sound = { ...next, blocked: false };
      for (const each of attached.values()) applySound(each);
    },
    close() {
      stopRetry();
    },
  };
}
