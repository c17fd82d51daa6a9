import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { answeredWith, deliveryErrors, failedWith } from '#protocol/delivery-errors.ts';
import { BlockedAddress, outboundTarget, publicLookup } from './target.ts';

/** Bytes of an answer that are read: its end keeps the receiver's side in order. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** How an attempt ended. */
export interface PostResult {
  readonly status: number | null;
  /** Why it counts as failed, for the receiver's operator. */
  readonly error: string | null;
  /** The beginning of the answer's body, where it was asked for. */
  readonly answer?: string;
}

export interface PostOptions {
  /** Private addresses may be sent to, and this machine by http. */
  readonly privateAllowed: boolean;
  /** From the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are returned; none by default. */
  readonly keepAnswerBytes?: number;
}

/** Sends a body to an address that was given from outside. Never throws. Follows no redirect: it could lead where the address itself may not. */
export async function postOutbound(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  options: PostOptions,
): Promise<PostResult> {
  const target = outboundTarget(url, options.privateAllowed);
  if (target === null) return { status: null, error: 'The address is not allowed' };
  try {
    return resultOf(await post(target, headers, body, options));
  } catch (error) {
    return { status: null, error: reasonOf(error) };
  }
}

interface Answer {
  readonly status: number;
  readonly body: Buffer | null;
}

function post(
  target: URL,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  { privateAllowed, timeoutMs, keepAnswerBytes = 0 }: PostOptions,
): Promise<Answer> {
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
        const kept: Buffer[] = [];
        const settle = () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: keepAnswerBytes > 0 ? Buffer.concat(kept).subarray(0, keepAnswerBytes) : null,
          });
        answer.on('data', (chunk: Buffer) => {
          if (bytes < keepAnswerBytes) kept.push(chunk);
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

const resultOf = ({ status, body }: Answer): PostResult => ({
  status,
  error: errorOf(status),
  ...(body && { answer: readable(body) }),
});

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return deliveryErrors.redirected;
  return answeredWith(status);
}

/** As text that a database stores: a character that was cut off at the end is left out, and none is a NUL. */
const readable = (body: Buffer): string =>
  new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '');

/** The `error` where the time was over. */
export const TIMED_OUT = deliveryErrors.timedOut;

/** Short, and nothing of the inside: names and addresses stay in the log of the receiver's operator. */
function reasonOf(error: unknown): string {
  if (error instanceof BlockedAddress) return deliveryErrors.unreachable;
  if (!(error instanceof Error)) return deliveryErrors.failed;
  // Which names there are inside is no one's business.
  if ('syscall' in error && error.syscall === 'getaddrinfo') return deliveryErrors.unreachable;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return TIMED_OUT;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return failedWith(code);
}
