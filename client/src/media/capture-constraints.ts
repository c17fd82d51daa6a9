import type { MediaSettings } from './media-settings.ts';

/** What is asked of a camera, in pixels and frames a second. */
export interface CaptureSize {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
}

/**
 * The picture that a bandwidth can carry: a camera that gives more pixels only costs the encoder, which has to scale
 * them down again.
 *
 * @param videoBandwidth kbit/s
 */
export function captureSizeFor(videoBandwidth: number): CaptureSize {
  if (videoBandwidth <= 300) return { width: 640, height: 360, frameRate: 24 };
  if (videoBandwidth <= 500) return { width: 960, height: 540, frameRate: 30 };
  return { width: 1280, height: 720, frameRate: 30 };
}

export function videoConstraints(size: CaptureSize, deviceId: string | null): MediaTrackConstraints {
  return {
    width: { ideal: size.width },
    height: { ideal: size.height },
    frameRate: { ideal: size.frameRate, max: 30 },
    ...(deviceId === null ? { facingMode: { ideal: 'user' } } : { deviceId: { exact: deviceId } }),
  };
}

/** A setting left to the browser is left out, not set to a guess. */
export function audioConstraints(settings: MediaSettings, deviceId: string | null): MediaTrackConstraints {
  return {
    ...(settings.autoGainControl !== null && { autoGainControl: settings.autoGainControl }),
    ...(settings.echoCancellation !== null && { echoCancellation: settings.echoCancellation }),
    ...(settings.noiseSuppression !== null && { noiseSuppression: settings.noiseSuppression }),
    ...(deviceId !== null && { deviceId: { exact: deviceId } }),
  };
}
