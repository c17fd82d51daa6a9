import type { ErrorCode } from '#protocol/errors.ts';
import { CloseCode } from '#protocol/limits.ts';

/** Milliseconds before the first attempt after a loss, at most; the usual cause is a short network change. */
const FIRST_DELAY_MS = 300;
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** The same during a call, which the server ends if its member does not come back in time. */
const MAX_DELAY_IN_CALL_MS = 2_000;
/** A restarting server says so to all at once: they come back spread over this long. */
const RESTART_SPREAD_MS = 2_000;
const ABUSE_HEAD_START = 4;
/** The server closes these sockets of many clients at the same moment. */
const sharedCauses: ReadonlySet<number> = new Set([
  CloseCode.goingAway,
  CloseCode.serviceRestart,
  CloseCode.tryAgainLater,
]);

/** Why there is no socket. `refused`: the server answered `session.open` with an error. */
export type Loss =
  | { readonly kind: 'socket-closed'; readonly code: number }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly retryAfterMs: number | undefined }
  /** No access token could be fetched: the network or the server is down. */
  | { readonly kind: 'credential-failed' }
  /** Nothing was heard for too long, or no answer came to `session.open`. */
  | { readonly kind: 'silent' };

export type ReconnectDecision =
  /** `forget`: do not ask for the session again, it has been ended. */
  | { readonly retryInMs: number; readonly forget: boolean }
  /** The connection is over: only the reader's own doing brings it back. */
  | { readonly stop: 'unauthenticated' | 'protocol-mismatch' | 'replaced'; readonly code: ErrorCode | null };

/** Errors of `session.open` that the next attempt, with its fresh token, may not meet again. */
const passingErrors: ReadonlySet<ErrorCode> = new Set([
  'token-expired',
  'too-many-requests',
  'internal-error',
  'service-unavailable',
  'request-timeout',
  // The session of the lost socket and this attempt have crossed; the next one finds a settled state.
  'session-already-open',
  'session-required',
]);

/**
 * What follows a loss: when to try again, or why not to. Exponential back-off with half of it as jitter, so that the
 * clients of a restarted server do not come back in one wave (SPEC.md, S9).
 *
 * @param attempt attempts that have failed since the connection was last open
 * @param random a number from 0 to 1
 * @param inCall a call waits for the connection
 */
export function afterLoss(loss: Loss, attempt: number, random: number, inCall = false): ReconnectDecision {
  if (loss.kind === 'refused' && !passingErrors.has(loss.code)) {
    return loss.code === 'protocol-mismatch'
      ? { stop: 'protocol-mismatch', code: loss.code }
      : { stop: 'unauthenticated', code: loss.code };
  }
  if (loss.kind === 'socket-closed') {
    switch (loss.code) {
      case CloseCode.protocolMismatch:
        return { stop: 'protocol-mismatch', code: 'protocol-mismatch' };
      case CloseCode.unauthenticated:
        return { stop: 'unauthenticated', code: 'unauthenticated' };
      case CloseCode.replaced:
        return { stop: 'replaced', code: null };
    }
  }
  const asked = loss.kind === 'refused' ? (loss.retryAfterMs ?? 0) : 0;
  const abusive = loss.kind === 'socket-closed' && loss.code === CloseCode.abuse;
  const maxMs = inCall && !abusive ? MAX_DELAY_IN_CALL_MS : MAX_DELAY_MS;
  return {
    // A client that was closed for too many frames must back off longer.
    retryInMs: Math.max(asked, delayMs(loss, abusive ? attempt + ABUSE_HEAD_START : attempt, random, maxMs)),
    forget: abusive,
  };
}

function delayMs(loss: Loss, attempt: number, random: number, maxMs: number): number {
  if (attempt === 0) {
    const shared = loss.kind === 'socket-closed' && sharedCauses.has(loss.code);
    return random * (shared ? RESTART_SPREAD_MS : FIRST_DELAY_MS);
  }
  const ceiling = Math.min(maxMs, BASE_DELAY_MS * 2 ** (attempt - 1));
  return ceiling / 2 + (random * ceiling) / 2;
}
