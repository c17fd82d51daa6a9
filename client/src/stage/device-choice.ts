import { getDefaultStore } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import type { ChosenDevices } from '#client/media/local-media.ts';

const stored = <Value>(name: string, initial: Value) =>
  atomWithStorage<Value>(`hibiki.${name}`, initial, undefined, { getOnInit: true });

export interface DeviceMemory extends ChosenDevices {
  /** Null, here too: whichever the browser prefers. */
  readonly speaker: string | null;
}

/** The devices that were chosen last, before a call or in it; the next call begins with them. */
export const devicesAtom = stored<DeviceMemory>('devices', { microphone: null, camera: null, speaker: null });

/** Of tones and of what others say, 0 to 1; set at a kiosk, which has no other volume control. */
export const volumeAtom = stored('volume', 1);

/** Which devices are on when one joins a call. */
export interface JoinWith {
  /** False: muted. */
  readonly microphone: boolean;
  readonly camera: boolean;
}

/** How one came into the last group call. */
export const joinWithAtom = stored<JoinWith>('joinWith', { microphone: true, camera: true });

/** Group calls are joined without a look at oneself first. */
export const skipPreviewAtom = stored('skipPreview', false);

/** For sessions, which know no React. */
export const rememberedDevices = (): ChosenDevices => getDefaultStore().get(devicesAtom);
