import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { checkMediaNode } from './media-node-settings.ts';
import { SetUpError } from './set-up-error.ts';

const check = (settings: Record<string, string>) =>
  checkMediaNode(readConfig({ DATABASE_URL: 'postgres://localhost/any', ...settings }));

describe('the settings of the media node', () => {
  it.each([
    {},
    { SFU_LISTEN_IP: '0.0.0.0', SFU_ANNOUNCED_ADDRESS: '198.51.100.7' },
    { SFU_LISTEN_IP: '127.0.0.1,127.0.0.2' },
  ])('are accepted: %o', async (settings) => {
    await check(settings);
  });

  it.each([
    [{ SFU_LISTEN_IP: '0.0.0.0' }, 'SFU_ANNOUNCED_ADDRESS must be set'],
    [{ SFU_ANNOUNCED_ADDRESS: '2001:db8::1' }, 'SFU_ANNOUNCED_ADDRESS names 2001:db8::1'],
    [{ SFU_LISTEN_IP: '198.51.100.7' }, 'SFU_LISTEN_IP names 198.51.100.7'],
    [{ SFU_LISTEN_IP: 'here' }, 'SFU_LISTEN_IP must be'],
    [{ SFU_WORKERS: '0' }, 'SFU_WORKERS must be'],
    [{ RECORDING_S3_ACCESS_KEY_ID: 'key' }, 'RECORDING_S3_SECRET_ACCESS_KEY'],
  ])('are refused with the name of the setting: %o', async (settings, why) => {
    const refusal = await check(settings).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SetUpError);
    expect(String(refusal)).toContain(why);
  });

  it('are not checked where media nodes are started separately', async () => {
    await check({
      SFU_LISTEN_IP: '0.0.0.0',
      NATS_URL: 'nats://localhost:4222',
      AUTH_SECRET: 'c29tZSByYW5kb20gYnl0ZXMgb2YgYSBzZWNyZXQ',
    });
  });
});
