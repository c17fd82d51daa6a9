import type { CallSettings } from '#protocol/call-settings.ts';

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

export type Facing = 'user' | 'environment';

/** Which device: that one, the phone's front or back camera, or (null) whichever the browser prefers. */
export type DeviceChoice = { readonly deviceId: string } | { readonly facing: Facing } | null;

export function videoConstraints(size: CaptureSize, choice: DeviceChoice): MediaTrackConstraints {
  return {
    width: { ideal: size.width },
    height: { ideal: size.height },
    frameRate: { ideal: size.frameRate, max: 30 },
    ...(choice && 'deviceId' in choice
      ? { deviceId: { exact: choice.deviceId } }
      : { facingMode: { ideal: choice?.facing ?? 'user' } }),
  };
}

/** A setting left to the browser is left out, not set to a guess. */
export function audioConstraints(settings: CallSettings, choice: DeviceChoice): MediaTrackConstraints {
  return {
    ...(settings.autoGainControl !== null && { autoGainControl: settings.autoGainControl }),
    ...(settings.echoCancellation !== null && { echoCancellation: settings.echoCancellation }),
    ...(settings.noiseSuppression !== null && { noiseSuppression: settings.noiseSuppression }),
    ...(choice && 'deviceId' in choice && { deviceId: { exact: choice.deviceId } }),
  };
}

/** Whether what a person has set of the microphone's processing differs. */
export const sameProcessing = (one: CallSettings, other: CallSettings): boolean =>
  one.autoGainControl === other.autoGainControl &&
  one.echoCancellation === other.echoCancellation &&
  one.noiseSuppression === other.noiseSuppression;

/** Whether a track is as it was asked to be; what was left to the browser cannot be read back. */
export const hasProcessing = (track: MediaStreamTrack, settings: CallSettings): boolean => {
  const now = track.getSettings();
  return (['autoGainControl', 'echoCancellation', 'noiseSuppression'] as const).every(
    (name) => settings[name] !== null && now[name] === settings[name],
  );
};
