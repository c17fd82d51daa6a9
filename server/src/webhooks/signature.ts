import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';

export const newWebhookSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** As people paste it into their receivers. */
export const secretText = (secret: Buffer): string => `${SECRET_PREFIX}${secret.toString('base64')}`;

/**
 * The three headers of Standard Webhooks (github.com/standard-webhooks/standard-webhooks, spec): HMAC-SHA256 over
 * `id.timestamp.body`, one signature a secret, so that a receiver can change over to a new one at its leisure.
 */
export function signedHeaders(
  secrets: readonly Buffer[],
  message: { readonly id: string; readonly at: Date; readonly body: string },
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const { id, at, body } = message;
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const sign = (secret: Buffer) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
