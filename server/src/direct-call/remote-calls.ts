import type { CallId, PairId, ServerId, SessionId } from '#protocol/ids.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import type { Presence, Session, SessionDirectory } from '#server/session.ts';
import type { Announcement } from './messages.ts';

/** Sessions may report on a call so long after its end (SPEC.md, D10). */
const LATE_REPORT_MS = 30_000;
/** How much longer than it rings a call is remembered whose owner says nothing more. */
const OWNER_SILENT_MS = 5_000;

interface Ring {
  readonly pairId: PairId | null;
  readonly caller: Party;
  readonly callee: PartyKey;
  readonly until: number;
  readonly joins: Extract<Announcement, { type: 'rang' }>['joins'];
  /** Sessions that ring. */
  readonly sessions: Set<Session>;
}

/** A call that rings someone here, or that sessions of this server are in. */
export interface RemoteCall {
  readonly id: CallId;
  ownerId: ServerId;
  ring: Ring | null;
  readonly members: Set<Session>;
  /** By this process' own clock: when the first of them entered. */
  since: number | null;
  /** Of a ring whose owner says nothing more. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface RemoteCallsDeps {
  readonly directory: SessionDirectory;
  readonly presence: Pick<Presence, 'leaveCall'>;
  /** A session of this server is not in the call any more. */
  readonly onLeft: (session: Session, callId: CallId) => void;
}

/** What owners have announced, passed on to the sessions of this server. */
export class RemoteCalls {
  readonly #calls = new Map<CallId, RemoteCall>();
  /** Of calls that a session of this server was in and that have ended. */
  readonly #pastOwners = new Map<CallId, ServerId>();
  readonly #deps: RemoteCallsDeps;

  constructor(deps: RemoteCallsDeps) {
    this.#deps = deps;
  }

  /** Whom to ask about the call; also for a while after its end. */
  ownerOf(id: CallId): ServerId | undefined {
    return this.#calls.get(id)?.ownerId ?? this.#pastOwners.get(id);
  }

  /** A call of its own, no invitation into one, that rings the callee; of the given caller, where one is given. */
  findRinging(callee: PartyKey, caller?: PartyKey): CallId | undefined {
    for (const { id, ring } of this.#calls.values()) {
      if (ring?.callee !== callee) continue;
      if (caller === undefined) return id;
      if (!ring.joins && partyKey(ring.caller) === caller) return id;
    }
    return undefined;
  }

  /** The calls that a session is in. */
  of(session: Session): readonly RemoteCall[] {
    return [...this.#calls.values()].filter(({ members }) => members.has(session));
  }

  /** The session is in the call from now on. */
  enter(id: CallId, ownerId: ServerId, session: Session): void {
    const call = this.#calls.get(id) ?? this.#add(id, ownerId);
    call.ownerId = ownerId;
    call.since ??= performance.now();
    call.members.add(session);
  }

  /** Undoes `enter` after a failed accept. */
  leave(id: CallId, session: Session): void {
    const call = this.#calls.get(id);
    if (!call) return;
    call.members.delete(session);
    this.#dropIdle(call);
  }

  apply(announcement: Announcement): void {
    if (announcement.type === 'rang') this.#ring(announcement);
    const call = this.#calls.get(announcement.callId);
    if (!call) return;
    switch (announcement.type) {
      case 'rang':
        return;
      case 'answered':
        this.#answer(call, announcement.by);
        return;
      case 'ended':
        this.#end(call, announcement.reason, announcement.durationS, announcement.of);
        return;
      case 'taken-up':
        call.ownerId = announcement.ownerId;
        return;
      case 'said': {
        const { notice, data } = announcement.say;
        for (const session of call.members) if (session.id === announcement.to) session.notify(notice, data);
        return;
      }
    }
  }

  /** A session that opens while its party is called rings like the others (SPEC.md, D2). */
  opened(session: Session): void {
    for (const call of this.#calls.values()) {
      if (call.ring?.callee === session.partyKey) this.#ringSession(call, call.ring, session);
    }
  }

  ended(session: Session): void {
    for (const call of [...this.#calls.values()]) {
      call.ring?.sessions.delete(session);
      call.members.delete(session);
      this.#dropIdle(call);
    }
  }

  /** The owner is gone: what rings ends, those who talk wait for another owner (SPEC.md, D14). */
  ownerLost(ownerId: ServerId): void {
    for (const call of [...this.#calls.values()]) {
      if (call.ownerId !== ownerId) continue;
      if (call.ring) this.#end(call, 'connection-lost', 0, null);
      else this.#notifyAway(call, true);
    }
  }

  /** It was away for others, or they for it: nothing has ended. */
  ownerFound(ownerId: ServerId): void {
    for (const call of this.#calls.values()) {
      if (call.ownerId === ownerId && !call.ring) this.#notifyAway(call, false);
    }
  }

  /** The session ends the call for itself, whether its owner can be told now or not (SPEC.md, D9). */
  hangUp(id: CallId, session: Session): void {
    const call = this.#calls.get(id);
    if (!call?.members.has(session)) return;
    const durationS = Math.round((performance.now() - (call.since ?? performance.now())) / 1000);
    this.#end(call, 'hung-up', durationS, [session.id]);
  }

  /** Answered calls of other servers that sessions of this one are in. */
  elsewhere(own: ServerId): readonly CallId[] {
    return [...this.#calls.values()]
      .filter(({ ring, members, ownerId }) => ring === null && members.size > 0 && ownerId !== own)
      .map(({ id }) => id);
  }

  /** What the owner's announcement would have said, had it arrived. */
  owned(id: CallId, ownerId: ServerId): void {
    const call = this.#calls.get(id);
    if (call) call.ownerId = ownerId;
  }

  /** As `owned`: the call is over. */
  over(id: CallId, reason: CallEndReason, durationS: number): void {
    const call = this.#calls.get(id);
    if (call) this.#end(call, reason, durationS, null);
  }

  close(): void {
    for (const call of this.#calls.values()) clearTimeout(call.timer);
    this.#calls.clear();
  }

  #notifyAway({ id: callId, members }: RemoteCall, away: boolean): void {
    for (const session of members) session.notify('directCall.peerAway', { callId, away });
  }

  #add(id: CallId, ownerId: ServerId): RemoteCall {
    const call: RemoteCall = { id, ownerId, ring: null, members: new Set(), since: null, timer: undefined };
    this.#calls.set(id, call);
    return call;
  }

  #ring(announcement: Extract<Announcement, { type: 'rang' }>): void {
    const { callId, ownerId, pairId, caller, callee, ringsForMs, joins } = announcement;
    const call = this.#calls.get(callId) ?? this.#add(callId, ownerId);
    const until = performance.now() + ringsForMs;
    const ring: Ring = { pairId, caller, callee, until, joins, sessions: new Set() };
    call.ring = ring;
    call.timer = setTimeout(() => this.#end(call, 'no-answer', 0, null), ringsForMs + OWNER_SILENT_MS);
    for (const session of this.#deps.directory.of(callee)) this.#ringSession(call, ring, session);
  }

  #ringSession(call: RemoteCall, ring: Ring, session: Session): void {
    ring.sessions.add(session);
    const { pairId, caller: peer, until, joins } = ring;
    session.notify('directCall.rang', {
      callId: call.id,
      pairId,
      peer,
      ringsForMs: Math.max(1, Math.round(until - performance.now())),
      ...(joins && { joins }),
    });
  }

  #answer(call: RemoteCall, by: SessionId): void {
    clearTimeout(call.timer);
    const { id: callId, ring } = call;
    call.ring = null;
    for (const session of ring?.sessions ?? []) {
      if (session.id === by) continue;
      session.notify('directCall.ended', { callId, reason: 'answered-elsewhere', durationS: 0 });
    }
    // The session that has accepted may not have entered yet: its own server does that with the answer.
    this.#dropIdle(call);
  }

  #end(call: RemoteCall, reason: CallEndReason, durationS: number, of: readonly SessionId[] | null): void {
    const { id: callId, members, ring } = call;
    if (of === null) {
      for (const session of ring?.sessions ?? []) {
        if (!members.has(session)) session.notify('directCall.ended', { callId, reason, durationS });
      }
      call.ring = null;
    }
    for (const session of [...members]) {
      if (of !== null && !of.includes(session.id)) continue;
      members.delete(session);
      session.notify('directCall.ended', { callId, reason, durationS });
      this.#deps.presence.leaveCall(session);
      this.#deps.onLeft(session, callId);
      this.#rememberOwner(call);
    }
    this.#dropIdle(call);
  }

  #rememberOwner({ id, ownerId }: RemoteCall): void {
    this.#pastOwners.set(id, ownerId);
    setTimeout(() => this.#pastOwners.delete(id), LATE_REPORT_MS).unref();
  }

  #dropIdle(call: RemoteCall): void {
    if (call.ring !== null || call.members.size > 0) return;
    clearTimeout(call.timer);
    this.#calls.delete(call.id);
  }
}
