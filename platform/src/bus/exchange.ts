import { AppError } from '#protocol/app-error.ts';
import { isErrorCode, type WireError } from '#protocol/errors.ts';
import { wireError } from '#protocol/wire-error.ts';
import type { ReportError } from './bus.ts';

/** An error as it travels between servers and media nodes: with the limit that was reached, which clients are not told. */
type BusError = WireError & { readonly limit?: string };
/** How a request ended, as it travels; `reply` is JSON text. */
export type Outcome = { readonly reply: string } | { readonly error: BusError };

/** Bytes of a message at most: NATS' default (`max_payload`), on every bus, so that what works on one works on all. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;
/** UTF-8 has at most so many bytes a unit of UTF-16. */
const MOST_BYTES_A_UNIT = 3;

/**
 * `undefined` is null. Values travel as this text on every bus, so that all lose the same on the way. Throws `message-too-large`
 * above `MAX_MESSAGE_BYTES`.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length * MOST_BYTES_A_UNIT > MAX_MESSAGE_BYTES && Buffer.byteLength(text) > MAX_MESSAGE_BYTES) {
    throw new AppError('message-too-large');
  }
  return text;
}

/** What is published, or null if it cannot be: that is reported, as no one waits for it. */
export function toPublished(payload: unknown, subject: string, report: ReportError): string | null {
  try {
    return toJson(payload);
  } catch (error) {
    report(error, subject);
    return null;
  }
}

const fromJson = (text: string): unknown => JSON.parse(text);

/** Runs a handler. What it throws becomes an error with a code; what has none, and a reply that is too large, is reported. */
export async function runHandler(
  handler: (payload: unknown) => Promise<unknown>,
  payload: string,
  subject: string,
  report: ReportError,
): Promise<Outcome> {
  try {
    const outcome = { reply: toJson(await handler(fromJson(payload))) };
    // As NATS carries it.
    toJson(outcome);
    return outcome;
  } catch (error) {
    const isExpected = error instanceof AppError;
    if (!isExpected || error.code === 'message-too-large') report(error, subject);
    return { error: toBusError(isExpected ? error : new AppError('internal-error')) };
  }
}

const toBusError = (error: AppError): BusError => ({
  ...wireError(error),
  ...(error.limit !== undefined && { limit: error.limit }),
});

export function runSubscriber(
  handler: (payload: unknown) => void,
  payload: string,
  subject: string,
  report: ReportError,
): void {
  try {
    handler(fromJson(payload));
  } catch (error) {
    report(error, subject);
  }
}

/** The reply, or throws the error that the other side threw. A code that this side does not know is `internal-error`. */
export function settle(outcome: Outcome): unknown {
  if ('reply' in outcome) return fromJson(outcome.reply);
  const { code, message, violations, retryAfterMs, limit } = outcome.error;
  if (!isErrorCode(code)) throw new AppError('internal-error', { cause: outcome.error });
  throw new AppError(code, {
    message,
    ...(violations && { violations }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(limit !== undefined && { limit }),
  });
}

interface Pending {
  readonly resolve: (outcome: Outcome) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** The requests of one side that wait for their outcome. */
export class PendingRequests {
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  /** `send` is called with the id under which `complete` ends the request; null: the caller keeps the time itself. */
  async wait(timeoutMs: number | null, send: (id: number) => void): Promise<unknown> {
    const id = ++this.#lastId;
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      const expire = () => this.complete(id, { error: wireError(new AppError('request-timeout')) });
      const timer = timeoutMs === null ? undefined : setTimeout(expire, timeoutMs);
      this.#pending.set(id, { resolve, timer });
      try {
        send(id);
      } catch (error) {
        this.#pending.delete(id);
        clearTimeout(timer);
        reject(error);
      }
    });
    return settle(outcome);
  }

  /** An outcome that arrives after the time-out is dropped. */
  complete(id: number, outcome: Outcome): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.resolve(outcome);
  }

  failAll(): void {
    const error = wireError(new AppError('service-unavailable'));
    for (const id of [...this.#pending.keys()]) this.complete(id, { error });
  }
}
