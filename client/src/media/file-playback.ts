import { sharedAudioContext } from './audio-context.ts';
import type { SharedTracks } from './share.ts';

/** Firefox has it under its old name; Safari has none. */
interface Capturing {
  captureStream?(): MediaStream;
  mozCaptureStream?(): MediaStream;
}

/** A file from a disk has its head at once; one that takes longer is not coming. */
const LOAD_LIMIT_MS = 20_000;
const SEEK_LIMIT_MS = 5_000;

/** A file that plays here and into a call. */
export interface FilePlayback {
  readonly player: HTMLVideoElement;
  readonly tracks: SharedTracks;
  close(): void;
}

/**
 * Opens a video or audio file to be played into a call. One hears it oneself too, as loud as the others do.
 *
 * @param onTracks the picture has another track: browsers end it with the film, and begin a new one when it is played again
 * @throws DOMException: `EncodingError` where this browser cannot decode it
 */
export async function openFile(file: File, onTracks: (tracks: SharedTracks) => void): Promise<FilePlayback> {
  const player = document.createElement('video');
  player.playsInline = true;
  const url = URL.createObjectURL(file);
  player.src = url;
  try {
    await loaded(player);
    await findLength(player);
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }

  const sound = player.videoWidth > 0 && !hasSound(player) ? null : hear(player);
  let video = player.videoWidth > 0 ? pictureOf(player) : null;
  const tracks = (): SharedTracks => ({ video, audio: sound?.track ?? null });
  const onPlaying = () => {
    if (video?.readyState !== 'ended') return;
    video = pictureOf(player);
    onTracks(tracks());
  };
  player.addEventListener('playing', onPlaying);

  return {
    player,
    get tracks() {
      return tracks();
    },
    close() {
      player.removeEventListener('playing', onPlaying);
      player.pause();
      video?.stop();
      sound?.close();
      player.removeAttribute('src');
      player.load();
      URL.revokeObjectURL(url);
    },
  };
}

function loaded(player: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new DOMException('This browser cannot decode the file', 'EncodingError'));
    const timer = setTimeout(fail, LOAD_LIMIT_MS);
    // With the first picture there, so that the track has one too.
    player.addEventListener('loadeddata', () => {
      clearTimeout(timer);
      resolve();
    });
    player.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
  });
}

/** Recordings of browsers do not say how long they are: a player finds out by looking for the end. */
async function findLength(player: HTMLVideoElement): Promise<void> {
  if (Number.isFinite(player.duration)) return;
  await seek(player, Number.MAX_SAFE_INTEGER);
  await seek(player, 0);
}

/** A player that does not get there plays from where it is. */
function seek(player: HTMLVideoElement, time: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SEEK_LIMIT_MS);
    const onSeeked = () => {
      clearTimeout(timer);
      resolve();
    };
    player.addEventListener('seeked', onSeeked, { once: true });
    player.currentTime = time;
  });
}

function capture(player: HTMLVideoElement & Capturing): MediaStream {
  const stream = player.captureStream?.() ?? player.mozCaptureStream?.();
  if (!stream) throw new DOMException('No captureStream', 'NotSupportedError');
  return stream;
}

function pictureOf(player: HTMLVideoElement): MediaStreamTrack | null {
  const stream = capture(player);
  // The sound goes another way, on which one hears it oneself as well.
  for (const track of stream.getAudioTracks()) track.stop();
  const [track = null] = stream.getVideoTracks();
  if (track) track.contentHint = 'motion';
  return track;
}

function hasSound(player: HTMLVideoElement): boolean {
  const stream = capture(player);
  const found = stream.getAudioTracks().length > 0;
  for (const track of stream.getTracks()) track.stop();
  return found;
}

interface Heard {
  readonly track: MediaStreamTrack;
  close(): void;
}

/** The element's own volume applies on the way: it is everyone's. */
function hear(player: HTMLVideoElement): Heard | null {
  const context = sharedAudioContext();
  if (!context) return null;
  const source = context.createMediaElementSource(player);
  const output = context.createMediaStreamDestination();
  source.connect(output);
  source.connect(context.destination);
  const [track] = output.stream.getAudioTracks();
  if (!track) return null;
  track.contentHint = 'music';
  return {
    track,
    close() {
      source.disconnect();
      track.stop();
    },
  };
}
