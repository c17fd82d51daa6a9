import webPush from 'web-push';
import type { PushMessage } from '#protocol/push.ts';
import { type PostResult, postOutbound } from '#server/outbound/post.ts';
import type { PushSubscription } from './subscriptions.ts';
import type { Vapid } from './vapid.ts';

/** A ring that a push service has not taken by then comes too late. */
const SEND_TIMEOUT_MS = 5_000;

export interface SendOptions {
  readonly vapid: Vapid;
  /** Push services may lie in private networks, and by http on this machine. */
  readonly privateAllowed: boolean;
}

/** Sends a message, encrypted for the browser. Never throws. */
export async function sendPush(
  { endpoint, p256dh, auth }: PushSubscription,
  message: PushMessage,
  ttlS: number,
  { vapid, privateAllowed }: SendOptions,
): Promise<PostResult> {
  const { publicKey, privateKey, contact: subject } = vapid;
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: ttlS,
        urgency: 'high',
        // What was not delivered yet is replaced; of a topic there are 32 characters (RFC 8030, 5.4).
        topic: message.tag.replaceAll('-', ''),
      },
    );
    return await postOutbound(endpoint, headersOf(headers), body, {
      privateAllowed,
      timeoutMs: SEND_TIMEOUT_MS,
    });
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : 'Failed' };
  }
}

const headersOf = (headers: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
