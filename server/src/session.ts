import type { ServerId, SessionId } from '#protocol/ids.ts';
import type { Party, PartyKey, PresenceState } from '#protocol/party.ts';
import type { SignalNoticeName, SignalNoticePayload } from '#protocol/signal/contract.ts';
import type { Principal } from './principal.ts';

/** Who has a session: a party, or an administrator, who takes part in no call. */
export type SessionKey = PartyKey | `admin:${string}`;

/**
 * A signalling session. It outlives its socket: notices said while the socket is lost are kept and arrive on resume
 * (protocol/SPEC.md, S3).
 */
export interface AnySession {
  readonly id: SessionId;
  /** Null, as the next, of an administrator. */
  readonly party: Party | null;
  readonly partyKey: PartyKey | null;
  readonly principal: Principal;
  /** The client's network address; null while the socket is lost. */
  readonly address?: string | null;
  /** False once the session is over: anyone who has awaited something looks again before acting for it. */
  readonly live: boolean;
  /** How it ended; null while it is live. */
  readonly endedBy: SessionEnd | null;
  /** In order; after the reply of the request that is being handled has gone out (SPEC.md, W5). */
  notify<Name extends SignalNoticeName>(notice: Name, data: SignalNoticePayload<Name>): void;
}

/** A session as the calls see it: of someone who can be in one. */
export interface Session extends AnySession {
  readonly party: Party;
  readonly partyKey: PartyKey;
}

export const isOfParty = <Any extends AnySession>(session: Any): session is Any & Session =>
  session.party !== null;

/**
 * `closed`: by the client. `lost`: the grace time is over. `server-closed`: this server ends, and the client goes to
 * another one, or to the next run of this one. `revoked`: tokens revoked, device disabled (SPEC.md, S6, S10, D14).
 */
export type SessionEnd = 'closed' | 'lost' | 'server-closed' | 'revoked';

/** What a module learns about the sessions of its own server. Never throws, except `recheck`. */
export interface SessionListener<Of extends AnySession = Session> {
  opened?(session: Of): void;
  /** A new page has the session, and knows nothing of what was said to the last one (protocol/SPEC.md, S13). */
  restarted?(session: Of): void;
  /** The socket is lost, or back. `pageLeft`: the browser has said that the page is gone. */
  away?(session: Of, away: boolean, pageLeft: boolean): void;
  ended?(session: Of, end: SessionEnd): void;
  /**
   * Changes may have been missed: checks against the database what the session may do and is told of, and acts on it. It can
   * be called again, and rejects where the database or another server cannot be asked.
   */
  recheck?(session: Of): Promise<void>;
}

/** The sessions of this server that parties have. */
export interface SessionDirectory {
  get(id: SessionId): Session | undefined;
  of(key: PartyKey): Iterable<Session>;
  all(): Iterable<Session>;
}

/** Who is there and who is in a call, on all servers (SPEC.md, P1, P3). */
export interface Presence {
  stateOf(key: PartyKey): PresenceState;
  /** Whether `stateOf` is sure, and the party's sessions would hear of a call: no server that may have some is out of reach. */
  canReach(key: PartyKey): boolean;
  /**
   * Waits until the end of every call that this server knew of before counts in `stateOf`: someone whose call has just been
   * ended for them is no longer busy.
   */
  settle(key: PartyKey): Promise<void>;
  /** A session is in one call at most: throws `already-in-call`. */
  enterCall(session: Session): void;
  /** Without effect where the session is in none. */
  leaveCall(session: Session): void;
  /**
   * Where sessions of a party are to be rung: on the servers that have some, or else on one where those that open would be.
   * All servers name the same one first.
   */
  serversOf(key: PartyKey): readonly ServerId[];
  /** Tells that a server has sessions of a party that had none of it before. Returns what ends the subscription. */
  onArrival(listener: (key: PartyKey, serverId: ServerId) => void): () => void;
  /** Tells of another server that is gone, with all its sessions. Returns what ends the subscription. */
  onServerLost(listener: (serverId: ServerId) => void): () => void;
}
