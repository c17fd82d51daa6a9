import { Device, detectDevice } from 'mediasoup-client';
import { Chrome74 } from 'mediasoup-client/handlers/Chrome74';
import { Chrome111 } from 'mediasoup-client/handlers/Chrome111';
import { Firefox120 } from 'mediasoup-client/handlers/Firefox120';
import { Safari12 } from 'mediasoup-client/handlers/Safari12';
import type { HandlerFactory, RtpCapabilities } from 'mediasoup-client/types';
import { rememberNativeCodecs } from './native-codecs.ts';

const handlers: Readonly<Record<string, { createFactory(options: object): HandlerFactory }>> = {
  Chrome74,
  Chrome111,
  Firefox120,
  Safari12,
};

let handlerFactory: HandlerFactory | undefined;

/** Loading a device takes a while; rooms of one installation have the same capabilities. */
let cached: { readonly key: string; readonly device: Device } | null = null;

/** How mediasoup-client works in this browser; `undefined` where this client knows no way. */
function handlerOfBrowser(): HandlerFactory | undefined {
  if (!handlerFactory) {
    const factory = handlers[detectDevice() ?? '']?.createFactory({});
    handlerFactory = factory && rememberNativeCodecs(factory);
  }
  return handlerFactory;
}

/** Asks the browser for its codecs ahead of joining. A failure is reported when the device is needed. */
export function prefetchDevice(): void {
  const factory = handlerOfBrowser();
  factory?.getNativeRtpCapabilities({ direction: 'recvonly' }).catch(() => {});
  factory?.getNativeRtpCapabilities({ direction: 'sendonly' }).catch(() => {});
}

/** @throws UnsupportedError of mediasoup-client where this browser cannot take part */
export async function loadDevice(routerRtpCapabilities: RtpCapabilities): Promise<Device> {
  const key = JSON.stringify(routerRtpCapabilities);
  if (cached?.key === key) return cached.device;
  const factory = handlerOfBrowser();
  const device = await Device.factory(factory && { handlerFactory: factory });
  await device.load({ routerRtpCapabilities });
  cached = { key, device };
  return device;
}
