import { Device, detectDevice } from 'mediasoup-client';
import type { HandlerFactory, RtpCapabilities } from 'mediasoup-client/types';

/** What mediasoup-client does in its own way in each kind of browser: each needs one of these, and loads no other. */
const handlers: Readonly<Record<string, () => Promise<HandlerFactory>>> = {
  async Chrome111() {
    return (await import('mediasoup-client/handlers/Chrome111')).Chrome111.createFactory({});
  },
  async Firefox120() {
    return (await import('mediasoup-client/handlers/Firefox120')).Firefox120.createFactory({});
  },
  async Safari12() {
    return (await import('mediasoup-client/handlers/Safari12')).Safari12.createFactory({});
  },
};

/** Loading a device takes a while and asks the browser for its codecs; rooms of one installation have the same capabilities. */
let cached: { readonly key: string; readonly device: Device } | null = null;

const loadHandler = async (): Promise<HandlerFactory | undefined> => handlers[detectDevice() ?? '']?.();

/** Loads ahead of joining. A failure is reported when the device is needed. */
export const prefetchDevice = (): void => void loadHandler().catch(() => {});

/** @throws UnsupportedError of mediasoup-client where this browser cannot take part */
export async function loadDevice(routerRtpCapabilities: RtpCapabilities): Promise<Device> {
  const key = JSON.stringify(routerRtpCapabilities);
  if (cached?.key === key) return cached.device;
  const handlerFactory = await loadHandler();
  const device = await Device.factory(handlerFactory && { handlerFactory });
  await device.load({ routerRtpCapabilities });
  cached = { key, device };
  return device;
}
