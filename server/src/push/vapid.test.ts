import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { webPushPublicKeyOf } from '#server/config.ts';
import { readVapid } from './vapid.ts';

const config = {
  webPushPublicKey: null,
  webPushPrivateKey: null,
  webPushContact: null,
  natsUrl: null,
  publicUrl: 'http://localhost:3000',
  mailFrom: 'Hibiki <no-reply@example.com>',
};

describe('the keys of Web Push', () => {
  let dataFolder: string;
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'web-push-'));
  });
  afterEach(() => rm(dataFolder, { recursive: true }));

  it('are made once on a single server, and readable for its owner only', async () => {
    const made = await readVapid({ ...config, dataFolder });
    expect(webPushPublicKeyOf(made?.privateKey ?? '')).toBe(made?.publicKey);
    expect(await readVapid({ ...config, dataFolder })).toEqual(made);
    expect((await stat(join(dataFolder, 'web-push-key'))).mode & 0o777).toBe(0o600);
  });

  it('are those that are set', async () => {
    const set = {
      webPushPublicKey: 'public',
      webPushPrivateKey: 'private',
      webPushContact: 'mailto:a@example.com',
    };
    expect(await readVapid({ ...config, ...set, dataFolder })).toEqual({
      publicKey: 'public',
      privateKey: 'private',
      contact: 'mailto:a@example.com',
    });
  });

  it('are none in a cluster without, where each server would make its own', async () => {
    expect(await readVapid({ ...config, natsUrl: 'nats://localhost', dataFolder })).toBeNull();
  });

  it('say where the operator is reached: the address of the pages, or of mail where that is local', async () => {
    expect((await readVapid({ ...config, dataFolder }))?.contact).toBe('mailto:no-reply@example.com');
    const publicUrl = 'https://calls.example.com';
    expect((await readVapid({ ...config, publicUrl, dataFolder }))?.contact).toBe(publicUrl);
  });
});
