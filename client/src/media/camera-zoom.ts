/** How far a camera's own lens or sensor zooms. */
export interface CameraZoom {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
}

/** W3C MediaStream Image Capture, 6: TypeScript's DOM types have none of it. */
interface ZoomCapabilities {
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number };
}
interface ZoomSettings {
  readonly zoom?: number;
}
interface ZoomConstraints extends MediaTrackConstraintSet {
  readonly zoom: number | boolean;
}
interface ZoomSupport extends MediaTrackSupportedConstraints {
  readonly zoom?: boolean;
}

/** Null where the camera or the browser cannot; browsers offer it for what people have allowed. */
export function cameraZoomOf(track: MediaStreamTrack): CameraZoom | null {
  if (!('getCapabilities' in track)) return null;
  const { zoom }: MediaTrackCapabilities & ZoomCapabilities = track.getCapabilities();
  if (!zoom || zoom.max <= zoom.min) return null;
  const { zoom: value = zoom.min }: MediaTrackSettings & ZoomSettings = track.getSettings();
  return { min: zoom.min, max: zoom.max, step: zoom.step || (zoom.max - zoom.min) / 20, value };
}

/** Whether there may be a zoom once it is permitted: browsers keep it to themselves before, and say nothing of the camera. */
export function canAskForZoom(): boolean {
  const supported: ZoomSupport = navigator.mediaDevices?.getSupportedConstraints() ?? {};
  return supported.zoom === true;
}

/**
 * Asks for the right to zoom a camera, which counts from when it is opened the next time.
 *
 * @returns whether it can be zoomed then
 */
export async function askForZoom(track: MediaStreamTrack): Promise<boolean> {
  const { deviceId = '' } = track.getSettings();
  const video: ZoomConstraints = { deviceId: { exact: deviceId }, zoom: true };
  const asked = await navigator.mediaDevices.getUserMedia({ video }).catch(() => null);
  const [zoomed] = asked?.getVideoTracks() ?? [];
  const can = zoomed !== undefined && cameraZoomOf(zoomed) !== null;
  zoomed?.stop();
  return can;
}

/** A camera that does not take it stays as it is. */
export async function setCameraZoom(track: MediaStreamTrack, zoom: number): Promise<void> {
  const advanced: ZoomConstraints[] = [{ zoom }];
  try {
    await track.applyConstraints({ ...track.getConstraints(), advanced });
  } catch {
    // Chromium takes it only apart from what else is asked of the camera, which it then leaves as it is.
    await track.applyConstraints({ advanced }).catch(() => {});
  }
}
