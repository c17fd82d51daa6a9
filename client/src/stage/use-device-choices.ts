import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { devicesAtom } from './device-choice.ts';
import { canChooseSpeaker, playPageOn } from './loudspeaker.ts';
import { type DeviceOption, deviceOptions, useDevices } from './use-devices.ts';

export interface DeviceChoices {
  readonly label: string;
  /** Which is in use; empty: none is. */
  readonly value: string;
  /** Which was chosen last; empty: none was. */
  readonly last: string;
  readonly options: readonly DeviceOption[];
  readonly onChange: (deviceId: string) => void;
}

/** Which microphone, camera and speaker; a change takes effect at once, and the next call begins with it. */
export function useDeviceChoices(
  local: LocalMediaSnapshot | null,
  onChoose: (kind: 'microphone' | 'camera', deviceId: string) => void,
) {
  const { t } = useLingui();
  const [remembered, remember] = useAtom(devicesAtom);
  const permitted = local?.microphone.status === 'live' || local?.camera.status === 'live';
  const { microphones, cameras, speakers } = useDevices(permitted);
  const choices = (
    kind: 'microphone' | 'camera',
    label: string,
    devices: readonly MediaDeviceInfo[],
  ): DeviceChoices => {
    const state = local?.[kind];
    return {
      label,
      value: state?.status === 'live' ? (state.deviceId ?? '') : '',
      last: remembered[kind] ?? '',
      options: deviceOptions(devices, label),
      onChange(deviceId) {
        remember({ ...remembered, [kind]: deviceId });
        onChoose(kind, deviceId);
      },
    };
  };
  const speaker: DeviceChoices = {
    label: t`Speaker`,
    value: remembered.speaker ?? 'default',
    last: 'default',
    options: deviceOptions(speakers, t`Speaker`),
    onChange(deviceId) {
      remember({ ...remembered, speaker: deviceId });
      playPageOn(deviceId);
    },
  };
  return {
    microphone: choices('microphone', t`Microphone`, microphones),
    camera: choices('camera', t`Camera`, cameras),
    /** Null: the system decides. */
    speaker: canChooseSpeaker() ? speaker : null,
  };
}
