import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockedAddress, outboundTarget, publicLookup } from './target.ts';

/** Bytes of an answer that are read: nothing in it matters, but its end keeps the receiver's side in order. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** How an attempt ended. `error`: why it counts as failed, for the receiver's operator. */
export interface PostResult {
  readonly status: number | null;
  readonly error: string | null;
}

export interface PostOptions {
  /** Private addresses may be sent to, and this machine by http. */
  readonly privateAllowed: boolean;
  /** From the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number;
}

/** Sends a body to an address that was given from outside. Never throws. Follows no redirect: it could lead where the address itself may not. */
export async function postOutbound(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  { privateAllowed, timeoutMs }: PostOptions,
): Promise<PostResult> {
  const target = outboundTarget(url, privateAllowed);
  if (target === null) return { status: null, error: 'The address is not allowed' };
  try {
    return resultOf(await post(target, headers, body, { privateAllowed, timeoutMs }));
  } catch (error) {
    return { status: null, error: reasonOf(error) };
  }
}

function post(
  target: URL,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  { privateAllowed, timeoutMs }: PostOptions,
): Promise<number> {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sending = request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A connection of its own: none is kept open to a receiver that hears something once a day.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(privateAllowed ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        let bytes = 0;
        const settle = () => resolve(answer.statusCode ?? 0);
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_ANSWER_BYTES) {
            settle();
            sending.destroy();
          }
        });
        answer.on('end', settle);
        answer.on('error', reject);
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}

function resultOf(status: number): PostResult {
  if (status >= 200 && status < 300) return { status, error: null };
  if (status >= 300 && status < 400) return { status, error: 'Redirects are not followed' };
  return { status, error: `Answered with ${status}` };
}

const UNREACHABLE_HOST = 'The host cannot be reached';

/** Short, and nothing of the inside: names and addresses stay in the log of the receiver's operator. */
function reasonOf(error: unknown): string {
  if (error instanceof BlockedAddress) return UNREACHABLE_HOST;
  if (!(error instanceof Error)) return 'Failed';
  // Which names there are inside is no one's business.
  if ('syscall' in error && error.syscall === 'getaddrinfo') return UNREACHABLE_HOST;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'Timed out';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `Failed: ${code}`;
}
