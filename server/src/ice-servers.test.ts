import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createIceServers } from './ice-servers.ts';

const settings = {
  stunUrls: ['stun:stun.example.org'],
  turnUrls: ['turn:turn.example.org?transport=udp', 'turns:turn.example.org'],
  turnSecret: 'a-shared-secret-of-some-length',
  turnCredentialSeconds: 600,
};

describe('ICE servers (D7)', () => {
  it('carry TURN credentials that end when they say', () => {
    const { iceServers, expiresInMs } = createIceServers(settings, () => 1_000_000)('user:7');
    const username = '1600:user:7';
    expect(iceServers).toEqual([
      { urls: settings.stunUrls },
      {
        urls: settings.turnUrls,
        username,
        credential: createHmac('sha1', settings.turnSecret).update(username).digest('base64'),
      },
    ]);
    expect(expiresInMs).toBe(600_000);
  });

  it('without TURN have nothing that could expire', () => {
    const { iceServers, expiresInMs } = createIceServers({ ...settings, turnUrls: [] })('user:7');
    expect(iceServers).toEqual([{ urls: settings.stunUrls }]);
    expect(expiresInMs).toBeNull();
  });
});
