import { createLevelMeter } from '#client/media/audio-level.ts';
import { type Capture, type CaptureFailure, createCapture } from '#client/media/capture.ts';
import { audioConstraints, videoConstraints } from '#client/media/capture-constraints.ts';
import { DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import { bad, type Finding, good, weak } from './finding.ts';

const SIZE = { width: 1280, height: 720, frameRate: 30 };
/** Pictures that are counted, and how long they may take. */
const FRAMES = 20;
const FRAMES_MS = 6_000;
/** Someone has said something by then. */
const SPEAK_MS = 8_000;
const READ_MS = 60;
/** On the scale of the level meter: −45 dB, a quiet voice across a table. */
const HEARD = 0.25;

/** A device that was opened for a check; to be closed when it is over. */
export interface OpenDevice {
  readonly track: MediaStreamTrack;
  close(): void;
}

export async function openDevice(kind: 'camera' | 'microphone'): Promise<OpenDevice | CaptureFailure> {
  const capture: Capture = createCapture({
    kind,
    constraints: (choice) =>
      kind === 'camera' ? videoConstraints(SIZE, choice) : audioConstraints(DEFAULT_CALL_SETTINGS, choice),
    mediaDevices: globalThis.navigator?.mediaDevices,
    permissions: globalThis.navigator?.permissions,
  });
  await capture.start();
  const state = capture.get();
  if (state.status === 'live') return { track: state.track, close: capture.close };
  capture.close();
  return state.status === 'failed' ? state.reason : 'unknown';
}

/** Counts the pictures that come. */
export async function checkPicture(video: HTMLVideoElement, track: MediaStreamTrack): Promise<Finding> {
  video.srcObject = new MediaStream([track]);
  // Not waited for: where no picture comes, it never begins.
  video.play().catch(() => {});
  const frames = await countFrames(video);
  if (!frames) return bad({ kind: 'no-picture' });
  return good(`${video.videoWidth} × ${video.videoHeight}`, `${Math.round(frames.perSecond)} fps`);
}

function countFrames(video: HTMLVideoElement): Promise<{ readonly perSecond: number } | null> {
  return new Promise((resolve) => {
    let count = 0;
    let first = 0;
    const settle = (frames: { readonly perSecond: number } | null) => {
      clearTimeout(limit);
      video.cancelVideoFrameCallback(handle);
      resolve(frames);
    };
    const rate = () => (count > 1 ? { perSecond: ((count - 1) * 1000) / (performance.now() - first) } : null);
    const onFrame = () => {
      if (count++ === 0) first = performance.now();
      if (count === FRAMES) return settle(rate());
      handle = video.requestVideoFrameCallback(onFrame);
    };
    let handle = video.requestVideoFrameCallback(onFrame);
    const limit = setTimeout(() => settle(rate()), FRAMES_MS);
  });
}

/**
 * Listens until someone has said something.
 *
 * @param onLevel 0 (silence) to 1, as it is read
 */
export function checkSound(track: MediaStreamTrack, onLevel: (level: number) => void): Promise<Finding> {
  const meter = createLevelMeter(track);
  return new Promise((resolve) => {
    const deadline = performance.now() + SPEAK_MS;
    let loudest = 0;
    const timer = setInterval(() => {
      const level = meter.read();
      onLevel(level);
      loudest = Math.max(loudest, level);
      if (loudest < HEARD && performance.now() < deadline) return;
      clearInterval(timer);
      meter.close();
      const decibels = `${Math.round(loudest * 60 - 60)} dB`;
      resolve(loudest < HEARD ? weak({ kind: 'silent' }, decibels) : good(decibels));
    }, READ_MS);
  });
}
