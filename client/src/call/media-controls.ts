import type { CallSettings } from '#protocol/call-settings.ts';
import type { OwnMedia } from './own-media.ts';

/** What this browser sends in a call of either kind. */
export interface MediaControls {
  setMuted(muted: boolean): void;
  setCamera(on: boolean): void;
  /** The phone's other camera, or the next one. */
  switchCamera(): void;
  startScreen(): void;
  stopScreen(): void;
  startPlayback(file: File): void;
  stopPlayback(): void;
  /** What the person has set has changed: takes effect at once. */
  applySettings(settings: CallSettings): void;
  choose(kind: 'microphone' | 'camera', deviceId: string | null): void;
}

/** Controls of media that may not be open; then they do nothing, but for muting, which is not forgotten. */
export const controlsOf = (
  own: Pick<OwnMedia, 'local' | 'setMuted'>,
): Omit<MediaControls, 'applySettings'> => ({
  setMuted: own.setMuted,
  setCamera: (on) => void own.local?.setCamera(on),
  switchCamera: () => void own.local?.switchCamera(),
  startScreen: () => void own.local?.startScreen(),
  stopScreen: () => own.local?.stopScreen(),
  startPlayback: (file) => void own.local?.startPlayback(file),
  stopPlayback: () => own.local?.stopPlayback(),
  choose: (kind, deviceId) => void own.local?.choose(kind, deviceId),
});
