import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createSelfTests, type SelfTestsDeps } from './self-tests.ts';

const settings = {
  stunUrls: [],
  turnUrls: ['turn:turn.example.com'],
  turnSecret: 'a secret of this test run',
  turnCredentialSeconds: 86_400,
  selfTest: true,
};
const dtlsParameters = { fingerprints: [] };
const open = (openSelfTest: SelfTestsDeps['sfu']['openSelfTest'], selfTest = true, address = '192.0.2.1') =>
  createSelfTests({ sfu: { openSelfTest }, settings: { ...settings, selfTest } })(dtlsParameters, address);

it('a self-test has TURN credentials that end soon, however long those of calls last', async () => {
  const { ice } = await open(async () => null);
  expect(ice.expiresInMs).toBe(120_000);
  const [until = ''] = ice.iceServers[0]?.username?.split(':') ?? [];
  expect(Number(until)).toBeLessThanOrEqual(Date.now() / 1000 + 120);
});

it('each network has a TURN user of its own, however often it asks', async () => {
  const userFrom = async (address: string) =>
    (await open(async () => null, true, address)).ice.iceServers[0]?.username?.replace(/^\d+:/, '');
  const first = await userFrom('192.0.2.1');
  expect(await userFrom('192.0.2.1')).toBe(first);
  expect(await userFrom('192.0.2.2')).not.toBe(first);
  expect(await userFrom('2001:db8::1')).toBe(await userFrom('2001:db8::2'));
});

it.each(['media-node-unavailable', 'request-timeout'] as const)(
  'a self-test finds that there is no media node (%s)',
  async (code) => {
    expect((await open(() => Promise.reject(new AppError(code)))).media).toBeNull();
  },
);

it('a self-test is refused when the media node has too many', async () => {
  await expect(open(() => Promise.reject(new AppError('too-many-requests')))).rejects.toMatchObject({
    code: 'too-many-requests',
  });
});

it('an operator can close it', async () => {
  await expect(open(async () => null, false)).rejects.toMatchObject({ code: 'forbidden' });
});
