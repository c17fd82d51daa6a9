import type { Recorder } from '#client/media/recorder/recorder.ts';
import { playSound, type Sound } from './sound.ts';

/** The page that takes over shows and plays within this time, or what is kept for it is dropped. */
const HANDOVER_MS = 10_000;
/** A picture that does not move keeps no one waiting. */
const FIRST_FRAME_MS = 1_000;
/** Over the stage, as `overlay` of the theme and later in the page. */
const OVERLAY = '200';

/** What the last page has left, and whether anything of it has been taken or replaced. */
interface Left {
  readonly sounds: Set<Sound>;
  taken: boolean;
  replaced: boolean;
}

/** Null outside of a handover. */
let kept: Left | null = null;
/** What the last page recorded, until the next one continues with it. */
let recording: Recorder | null = null;
let forgetLast = () => {};

/**
 * Between two pages of one call no one is unseen or unheard: the pictures of the others stay over the page until the next
 * one has a picture, what the last page played continues until the next one plays it, and what it recorded is one recording.
 *
 * @returns a promise for the moment at which the last page may go
 */
export async function beginHandover(): Promise<void> {
  forgetLast();
  const left: Left = { sounds: new Set(), taken: false, replaced: false };
  kept = left;
  const shown = [
    ...document.querySelectorAll<HTMLVideoElement>('video[data-kind="remote"][data-ready="true"]'),
  ];
  const pictures = shown.map(pictureOver);
  const removePictures = () => {
    document.removeEventListener('loadeddata', onLoaded, true);
    for (const picture of pictures) picture.remove();
  };
  // Loading does not bubble.
  const onLoaded = ({ target }: Event) => {
    if (!(target instanceof HTMLVideoElement) || target.dataset.kind !== 'remote') return;
    target.requestVideoFrameCallback(() => removePictures());
  };
  const forget = () => {
    removePictures();
    for (const sound of left.sounds) sound.stop();
    // No page continues the recording: it is saved.
    void takeRecording()?.stop();
    if (kept === left) kept = null;
    clearTimeout(timer);
  };
  const timer = setTimeout(forget, HANDOVER_MS);
  forgetLast = forget;
  await Promise.all(pictures.map(firstFrame));
  document.addEventListener('loadeddata', onLoaded, true);
}

/** A page that goes leaves its sound to the next one; false where none comes. */
export function leaveSound(sound: Sound): boolean {
  kept?.sounds.add(sound);
  return kept !== null;
}

/** A page that goes leaves its recording to the next one; false where none comes. */
export function leaveRecording(recorder: Recorder): boolean {
  if (kept === null || recorder.get().status !== 'recording') return false;
  recording = recorder;
  return true;
}

/** What the last page has left of a recording, once. */
export function takeRecording(): Recorder | null {
  const taken = recording;
  recording = null;
  return taken;
}

/**
 * The sound of a track: what the last page has left of it plays on. Anything else takes the place of what is left, which falls
 * silent once this is heard, and at once where all that is wanted was left.
 *
 * @param previous what was heard in its place so far
 */
export function takeSound(track: MediaStreamTrack, previous: Sound | null): Sound {
  const left = kept?.sounds.size ? kept : null;
  const found = [...(left?.sounds ?? [])].find((sound) => sound.track === track);
  // All that belong together ask in the same task.
  if (left && !left.taken) queueMicrotask(() => endSounds(left));
  if (left) left.taken = true;
  if (left && found) {
    left.sounds.delete(found);
    previous?.stop();
    return found;
  }
  if (left) left.replaced = true;
  return playSound(track, () => [...(previous ? [previous] : []), ...(left?.sounds ?? [])]);
}

function endSounds(left: Left): void {
  if (kept === left) kept = null;
  if (!left.replaced) for (const sound of left.sounds) sound.stop();
}

/** The same picture once more, exactly over the first. */
function pictureOver(video: HTMLVideoElement): HTMLVideoElement {
  const picture = document.createElement('video');
  const { top, left, width, height } = video.getBoundingClientRect();
  picture.muted = true;
  picture.playsInline = true;
  picture.ariaHidden = 'true';
  picture.srcObject = video.srcObject;
  Object.assign(picture.style, {
    position: 'fixed',
    top: `${top}px`,
    left: `${left}px`,
    width: `${width}px`,
    height: `${height}px`,
    objectFit: getComputedStyle(video).objectFit,
    pointerEvents: 'none',
    zIndex: OVERLAY,
  });
  document.body.append(picture);
  // Without sound it may always play; where it may not (battery saver) the last page's picture was not there either.
  picture.play().catch(() => {});
  return picture;
}

const firstFrame = (picture: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, FIRST_FRAME_MS);
    picture.requestVideoFrameCallback(() => {
      clearTimeout(timer);
      resolve();
    });
  });
