import { createStore, type Observable } from '#client/store.ts';

export interface Devices {
  readonly cameras: readonly MediaDeviceInfo[];
  readonly microphones: readonly MediaDeviceInfo[];
  readonly speakers: readonly MediaDeviceInfo[];
}

const none: Devices = { cameras: [], microphones: [], speakers: [] };

export interface DeviceList extends Observable<Devices> {
  close(): void;
}

/**
 * The devices of this machine, kept up to date as they come and go; their names are known once permission was given. Empty
 * where the page may not use any (no HTTPS).
 */
export function watchDevices(
  mediaDevices: MediaDevices | undefined = globalThis.navigator?.mediaDevices,
): DeviceList {
  const store = createStore(none);
  const refresh = async () => {
    const all = (await mediaDevices?.enumerateDevices()) ?? [];
    const ofKind = (kind: MediaDeviceKind) =>
      all.filter((device) => device.kind === kind && device.deviceId !== '');
    store.set({
      cameras: ofKind('videoinput'),
      microphones: ofKind('audioinput'),
      speakers: ofKind('audiooutput'),
    });
  };
  const onChange = () => void refresh();
  mediaDevices?.addEventListener('devicechange', onChange);
  void refresh();
  return {
    get: store.get,
    subscribe: store.subscribe,
    close: () => mediaDevices?.removeEventListener('devicechange', onChange),
  };
}
