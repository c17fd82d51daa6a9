import { createHmac } from 'node:crypto';
import type { IceConfiguration, PartyKey } from '#protocol/party.ts';

export interface IceServersSettings {
  /** `stun:` URLs (RFC 7064). */
  readonly stunUrls: readonly string[];
  /** `turn:` and `turns:` URLs (RFC 7065). */
  readonly turnUrls: readonly string[];
  /** coturn's `static-auth-secret`. Without it no TURN server is offered. */
  readonly turnSecret: string | null;
  readonly turnCredentialSeconds: number;
}

/** ICE servers for one participant, with fresh credentials. */
export type IceServers = (key: PartyKey) => IceConfiguration;

/**
 * TURN credentials that need no account at the TURN server: the name is the time at which they end and whose they are,
 * the password its HMAC with the secret that server and coturn share (TURN REST API, draft-uberti-behave-turn-rest-00).
 */
export function createIceServers(settings: IceServersSettings, now: () => number = Date.now): IceServers {
  const { stunUrls, turnUrls, turnSecret, turnCredentialSeconds } = settings;
  const stun = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : [];
  return (key) => {
    if (turnSecret === null || turnUrls.length === 0) return { iceServers: stun, expiresInMs: null };
    const username = `${Math.floor(now() / 1000) + turnCredentialSeconds}:${key}`;
    const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
    return {
      iceServers: [...stun, { urls: [...turnUrls], username, credential }],
      expiresInMs: turnCredentialSeconds * 1000,
    };
  };
}
