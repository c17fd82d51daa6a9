import { readFileSync } from 'node:fs';
import { type ConnectionOptions, credsAuthenticator } from '@nats-io/transport-node';

export interface NatsSettings {
  /**
   * `nats://[user:password@]host:port` or `nats://token@host:port`, several separated by commas; `tls:` encrypts. Credentials
   * are those of the first one.
   */
  readonly url: string;
  /** A `.creds` file. */
  readonly credentialsFile?: string | null;
  /** Certificates to trust, PEM; those of Node.js by default. */
  readonly caFile?: string | null;
}

/** Checks the content of `credentialsFile`. Throws an Error whose message ends the sentence 'NAME must be …'. */
export function checkCredentials(creds: string): void {
  try {
    // It reads them when a server asks.
    credsAuthenticator(Buffer.from(creds))('');
  } catch {
    throw new Error('a file of NATS credentials (`.creds`)');
  }
}

/** The client takes credentials separately from the addresses. Fails where a file cannot be read. */
export function natsOptions({ url, credentialsFile, caFile }: NatsSettings): ConnectionOptions {
  const urls = url.split(',').map((one) => new URL(one.trim()));
  const [first] = urls;
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  const encrypted = Boolean(caFile) || urls.some(({ protocol }) => protocol === 'tls:');
  return {
    servers: urls.map(({ host }) => host),
    ...(user && pass && { user, pass }),
    ...(user && !pass && { token: user }),
    ...(credentialsFile && { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
    ...(encrypted && { tls: caFile ? { ca: readFileSync(caFile, 'utf8') } : {} }),
  };
}
