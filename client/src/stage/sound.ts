import { playback } from '#client/media/playback.ts';

/** What one hears of someone: an element that plays a track, and what ends it. */
export interface Sound {
  readonly element: HTMLAudioElement;
  readonly track: MediaStreamTrack;
  /** 0 to 1. */
  setVolume(volume: number): void;
  stop(): void;
}

/** An element that has not begun to play by then will not be waited for. */
const BEGIN_MS = 3_000;

/**
 * Plays a track. What it takes the place of is heard until it can be heard itself, which takes an element some time, and not
 * a moment longer: no one is missed, and no one is heard twice.
 *
 * @param before asked a microtask later, when it is known what the last page has left to no one else
 */
export function playSound(track: MediaStreamTrack, before: () => readonly Sound[]): Sound {
  // The element is the page's and not a component's: it plays on from one page of a call to the next.
  const element = document.createElement('audio');
  element.srcObject = new MediaStream([track]);
  document.body.append(element);
  let stopped = false;
  let waiting = false;
  let wanted = 1;
  const apply = () => {
    element.volume = wanted;
    // Safari on phones ignores the volume, but not this.
    element.muted = waiting || wanted === 0;
  };
  let forget = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = (sounds: readonly Sound[]) => {
    for (const sound of sounds) sound.stop();
  };
  /** Once. */
  let takeOver = () => silence(before());
  queueMicrotask(() => {
    if (stopped) return;
    const last = before();
    takeOver = () => {
      takeOver = () => {};
      clearTimeout(timer);
      silence(last);
      waiting = false;
      apply();
    };
    if (last.some((sound) => !sound.element.paused)) {
      waiting = true;
      apply();
      element.addEventListener('playing', () => takeOver(), { once: true });
      timer = setTimeout(() => takeOver(), BEGIN_MS);
    } else {
      // Where the browser holds sound back, only what is not muted is refused, and then asked for by a button.
      takeOver();
    }
    forget = playback.play(element);
  });
  return {
    element,
    track,
    setVolume(volume) {
      wanted = volume;
      apply();
    },
    stop() {
      stopped = true;
      takeOver();
      forget();
      element.srcObject = null;
      element.remove();
    },
  };
}
