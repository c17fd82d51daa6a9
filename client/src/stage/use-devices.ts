import { useEffect, useState } from 'react';
import { type Devices, watchDevices } from '#client/media/devices.ts';

const nothing: Devices = { cameras: [], microphones: [], speakers: [] };

/** The machine's devices; read again once permission was given, when their names are known. */
export function useDevices(permitted: boolean): Devices {
  const [devices, setDevices] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a permission makes the names known.
  useEffect(() => {
    const list = watchDevices();
    const end = list.subscribe(() => setDevices(list.get()));
    return () => {
      end();
      list.close();
    };
  }, [permitted]);
  return devices;
}

export interface DeviceOption {
  readonly value: string;
  readonly label: string;
}

/** @param unnamed what a device is called before permission was given */
export const deviceOptions = (devices: readonly MediaDeviceInfo[], unnamed: string): DeviceOption[] =>
  devices.map((device, index) => ({
    value: device.deviceId,
    label: device.label || `${unnamed} ${index + 1}`,
  }));
