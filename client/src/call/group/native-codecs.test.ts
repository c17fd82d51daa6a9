import type { HandlerFactory } from 'mediasoup-client/types';
import { expect, it } from 'vitest';
import { rememberNativeCodecs } from './native-codecs.ts';

const browser = (answer: HandlerFactory['getNativeRtpCapabilities']): HandlerFactory => ({
  name: 'a browser',
  factory: () => {
    throw new Error('not needed here');
  },
  getNativeRtpCapabilities: answer,
});

it('asks the browser once for each direction', async () => {
  const asked: string[] = [];
  const factory = rememberNativeCodecs(
    browser(async ({ direction }) => {
      asked.push(direction);
      return { codecs: [], headerExtensions: [] };
    }),
  );
  const first = factory.getNativeRtpCapabilities({ direction: 'recvonly' });
  await factory.getNativeRtpCapabilities({ direction: 'sendonly' });
  expect(await factory.getNativeRtpCapabilities({ direction: 'recvonly' })).toBe(await first);
  expect(asked).toEqual(['recvonly', 'sendonly']);
});

it('asks again after a failure', async () => {
  let fails = true;
  const factory = rememberNativeCodecs(
    browser(async () => {
      if (fails) throw new Error('no connection can be opened');
      return { codecs: [] };
    }),
  );
  await expect(factory.getNativeRtpCapabilities({ direction: 'recvonly' })).rejects.toThrow('no connection');
  fails = false;
  expect(await factory.getNativeRtpCapabilities({ direction: 'recvonly' })).toEqual({ codecs: [] });
});
