import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { checkMediaNode } from './media-node-settings.ts';
import { SetUpError } from './set-up-error.ts';

let recordings: string;
beforeAll(async () => {
  recordings = await mkdtemp(join(tmpdir(), 'recordings-'));
});
afterAll(() => rm(recordings, { recursive: true }));

const check = (settings: Record<string, string>) =>
  checkMediaNode(
    readConfig({ DATABASE_URL: 'postgres://localhost/any', RECORDING_FOLDER: recordings, ...settings }),
    0,
  );

describe('the settings of the media node', () => {
  it.each([
    {},
    { SFU_LISTEN_IP: '0.0.0.0', SFU_ANNOUNCED_ADDRESS: '198.51.100.7' },
    { SFU_LISTEN_IP: '127.0.0.1,127.0.0.2' },
    { SFU_HTTP_PORT: '0' },
    { SFU_ANNOUNCED_ADDRESS: '3.media.example.com' },
  ])('are accepted: %o', async (settings) => {
    await check(settings);
  });

  it.each([
    [{ SFU_LISTEN_IP: '0.0.0.0' }, 'SFU_ANNOUNCED_ADDRESS must be set'],
    [{ SFU_ANNOUNCED_ADDRESS: '2001:db8::1' }, 'SFU_ANNOUNCED_ADDRESS names 2001:db8::1'],
    [{ SFU_LISTEN_IP: '198.51.100.7' }, 'SFU_LISTEN_IP names 198.51.100.7'],
    [{ SFU_LISTEN_IP: 'here' }, 'SFU_LISTEN_IP must be'],
    [{ SFU_WORKERS: '0' }, 'SFU_WORKERS must be'],
    [{ SFU_HTTP_HOST: '198.51.100.7', SFU_HTTP_PORT: '0' }, 'Change SFU_HTTP_HOST'],
    [{ RECORDING_FOLDER: '/proc/recordings' }, 'RECORDING_FOLDER: /proc/recordings cannot be written'],
    [{ RECORDING_FOLDER: '/dev/null' }, 'RECORDING_FOLDER: /dev/null cannot be written'],
    [{ RECORDING_S3_ACCESS_KEY_ID: 'key' }, 'RECORDING_S3_SECRET_ACCESS_KEY'],
  ])('are refused with the name of the setting: %o', async (settings, why) => {
    const refusal = await check(settings).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SetUpError);
    expect(String(refusal)).toContain(why);
  });

  it.each([
    'a b',
    '-',
    '1',
    '127.1',
    '999.1.1.1',
    '0x7f.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::',
    'fe80::1%eth0',
  ])('are refused where no browser can connect to %j', async (address) => {
    const refusal = await check({ SFU_ANNOUNCED_ADDRESS: address }).catch((error: unknown) => error);
    expect(String(refusal)).toMatch(/SFU_ANNOUNCED_ADDRESS must be (IP addresses|addresses that browsers)/);
  });

  it.each([
    ['SFU_HTTP_PORT', {}],
    ['SFU_RTC_PORT', { SFU_WORKERS: '1' }],
  ])('are refused where %s is used by another program', async (setting, others) => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const refusal = await check({ ...others, [setting]: String(port) }).catch((error: unknown) => error);
    expect(String(refusal)).toContain(`port ${port} of 127.0.0.1 (another program uses it). Change SFU_`);
    other.close();
    await once(other, 'close');
    await check({ ...others, [setting]: String(port) });
  });

  it('are not checked where media nodes are started separately', async () => {
    await check({
      SFU_LISTEN_IP: '0.0.0.0',
      NATS_URL: 'nats://localhost:4222',
      AUTH_SECRET: 'c29tZSByYW5kb20gYnl0ZXMgb2YgYSBzZWNyZXQ',
    });
  });
});
