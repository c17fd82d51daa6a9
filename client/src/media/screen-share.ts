import type { SharedTracks } from './share.ts';

/** Enough for scrolling; text stays sharp because the encoder spends its bits on lines and not on frames. */
const FRAME_RATE = 15;
const MAX_FRAME_RATE = 30;
const MAX_WIDTH = 2560;

/** Options of Screen Capture that TypeScript's DOM types do not have yet; browsers ignore those that they do not know. */
interface ScreenOptions extends DisplayMediaStreamOptions {
  readonly systemAudio: 'include' | 'exclude';
  readonly surfaceSwitching: 'include' | 'exclude';
  readonly selfBrowserSurface: 'include' | 'exclude';
}

interface ScreenAudioConstraints extends MediaTrackConstraints {
  /** Leaves this page's own sound out: the others would hear themselves (Chromium 141). */
  readonly restrictOwnAudio: boolean;
}

/**
 * Asks which screen, window or tab to share, with its sound where the browser and the person allow that.
 *
 * @throws DOMException of `getDisplayMedia`; `NotAllowedError` also where the person has changed their mind
 */
export async function captureScreen(mediaDevices: MediaDevices): Promise<SharedTracks> {
  const audio: ScreenAudioConstraints = {
    restrictOwnAudio: true,
    // Music and films, not a voice in a room.
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
  };
  const options: ScreenOptions = {
    video: { frameRate: { ideal: FRAME_RATE, max: MAX_FRAME_RATE }, width: { max: MAX_WIDTH } },
    audio,
    systemAudio: 'include',
    surfaceSwitching: 'include',
    selfBrowserSurface: 'exclude',
  };
  const stream = await mediaDevices.getDisplayMedia(options);
  const [video = null] = stream.getVideoTracks();
  const [sound = null] = stream.getAudioTracks();
  if (video) video.contentHint = 'detail';
  if (sound) sound.contentHint = 'music';
  return { video, audio: sound };
}

/** The person has closed the browser's question: nothing went wrong. */
export const hasDeclined = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || (error.name === 'NotAllowedError' && !/system/i.test(error.message)));
