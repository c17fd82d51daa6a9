import type { ErrorCode } from '#protocol/errors.ts';
import type { SessionId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type {
  SignalNoticeName,
  SignalNoticePayload,
  SignalPayload,
  SignalReply,
  SignalRequestName,
} from '#protocol/signal/contract.ts';

export type SignalState =
  /** For the first time; afterwards it is `lost` until it is `open` again. */
  | { readonly phase: 'connecting' }
  | { readonly phase: 'open'; readonly party: Party | null; readonly sessionId: SessionId }
  /** The socket is gone, the session may live on: calls keep their media. Times are of `now()`. */
  | {
      readonly phase: 'lost';
      readonly since: number;
      readonly nextAttemptAt: number | null;
      /** From then on the server has ended the session, and the calls in it; null: there was none. */
      readonly resumableUntil: number | null;
      /** What the server answered to the last attempt; null where it did not answer. */
      readonly refusal: ErrorCode | null;
    }
  | { readonly phase: 'closed'; readonly reason: CloseReason; readonly code: ErrorCode | null };

/**
 * `closed`: by this side. `unauthenticated`: sign in again (a guest: the link is no longer good, see `code`).
 * `protocol-mismatch`: reload the page. `replaced`: the session continues on another socket.
 */
export type CloseReason = 'closed' | 'unauthenticated' | 'protocol-mismatch' | 'replaced';

/** What calls need of the connection. */
export interface Signal {
  readonly state: SignalState;
  subscribe(listener: () => void): () => void;
  /**
   * Waits while there is no socket; sent once the connection is open.
   *
   * @throws AppError what the server answered; `request-timeout`; `session-lost` when the session it was asked in is gone;
   *   `service-unavailable` when the connection is closed
   */
  request<Name extends SignalRequestName>(
    name: Name,
    payload: SignalPayload<Name>,
  ): Promise<SignalReply<Name>>;
  /**
   * Finds out at once whether the server is reached, as when media has stopped flowing: an open socket must be heard from
   * within seconds, or another one is opened; without a socket the next attempt is made now.
   */
  check(): void;
  /** The first listener of a notice also gets what came before it: parts of a page that are loaded late miss nothing. */
  on<Name extends SignalNoticeName>(
    name: Name,
    listener: (data: SignalNoticePayload<Name>) => void,
  ): () => void;
  /**
   * A new session stands in for one that could not be resumed: calls of the old one are gone on the server.
   *
   * `stoodStill`: this page had not run for a while, because the machine slept or the browser had frozen it.
   */
  onSessionReplaced(listener: (how: { readonly stoodStill: boolean }) => void): () => void;
}

export interface SignalClient extends Signal {
  /** Tells which notices wait for a first listener, and which come: for parts of a page that are loaded when wanted. */
  onArrival(listener: (name: SignalNoticeName) => void): () => void;
  /** Ends the session at once, calls included. May be called twice. `unauthenticated`: the sign-in is over. */
  close(reason?: Extract<CloseReason, 'closed' | 'unauthenticated'>): void;
}
