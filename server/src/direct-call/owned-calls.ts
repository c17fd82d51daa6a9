import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, CustomerId, PairId, ServerId, SessionId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { Db } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { Presence, Session } from '#server/session.ts';
import { mayTalk, type Participant } from './access.ts';
import {
  type CallEffect,
  type CallEvent,
  type CallState,
  type EndedState,
  type Side,
  step,
} from './machine.ts';
import { ANNOUNCEMENTS_SUBJECT, type Announcement, type Answer, type Question } from './messages.ts';
import { type LegReport, recordCall, recordLateReport } from './record.ts';

/** A leg may be reported so long after the end (SPEC.md, D10). */
const LATE_REPORT_MS = 30_000;

interface OwnedCall {
  readonly id: CallId;
  readonly pairId: PairId;
  readonly caller: Participant & { readonly session: Session; report: LegReport | null };
  readonly callee: Participant & { serverId: ServerId | null; report: LegReport | null };
  state: CallState;
  /** Of the ring, later of the time for late reports. */
  timer: ReturnType<typeof setTimeout>;
}

export interface OwnedCallsDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly serverId: ServerId;
  readonly events: DomainEvents;
  readonly presence: Pick<Presence, 'leaveCall'>;
  readonly ice: IceServers;
  readonly log: Logger;
  readonly ringTimeoutMs: number;
}

export interface Invitation {
  readonly session: Session;
  readonly pairId: PairId;
  readonly caller: Participant;
  readonly callee: Participant;
  /** Why the callee cannot be rung; null where it can. */
  readonly unreachable: 'busy' | 'offline' | null;
}

/** The calls whose callers are on this server: drives their machines and performs what those decide. */
export class OwnedCalls {
  readonly #deps: OwnedCallsDeps;
  readonly #calls = new Map<CallId, OwnedCall>();
  /** Rows that are being written. */
  readonly #writing = new Set<Promise<void>>();

  constructor(deps: OwnedCallsDeps) {
    this.#deps = deps;
  }

  get active(): number {
    return [...this.#calls.values()].filter(({ state }) => state.tag !== 'ended').length;
  }

  invite({ session, pairId, caller, callee, unreachable }: Invitation): CallId {
    const id = crypto.randomUUID() as CallId;
    const call: OwnedCall = {
      id,
      pairId,
      caller: { ...caller, session, report: null },
      callee: { ...callee, serverId: null, report: null },
      state: { tag: 'ringing', invitedAt: Date.now() },
      timer: setTimeout(
        () => this.#dispatch(call, { type: 'ring-timed-out', at: Date.now() }),
        this.#deps.ringTimeoutMs,
      ),
    };
    this.#calls.set(id, call);
    if (unreachable) {
      this.#dispatch(call, { type: 'unreachable', reason: unreachable, at: Date.now() });
      return id;
    }
    this.#announce({
      type: 'rang',
      callId: id,
      ownerId: this.#deps.serverId,
      pairId,
      caller: caller.party,
      callee: callee.key,
      ringsForMs: this.#deps.ringTimeoutMs,
    });
    return id;
  }

  /** A call that rings the callee; of the given caller, where one is given. */
  findRinging(callee: PartyKey, caller?: PartyKey): CallId | undefined {
    for (const { id, state, ...sides } of this.#calls.values()) {
      const matches = sides.callee.key === callee && (caller === undefined || sides.caller.key === caller);
      if (matches && state.tag === 'ringing') return id;
    }
    return undefined;
  }

  owns(id: CallId): boolean {
    return this.#calls.has(id);
  }

  /**
   * Does what a session of either side asks. Throws `call-not-found` to whoever is not in the call, and `call-state`.
   *
   * @returns the other side, where it matters
   */
  handle({ callId, sessionId, party, serverId, action }: Question): Answer {
    const call = this.#calls.get(callId);
    const side = call && sideOf(call, sessionId, party);
    if (!call) throw new AppError('call-not-found');
    if (!side) throw tooLate(call, party);
    const at = Date.now();
    switch (action.type) {
      case 'accept':
        this.#accept(call, side, sessionId, serverId);
        return { peer: call.caller.party };
      case 'decline':
        if (side === 'caller' || call.state.tag !== 'ringing') throw refusal(call.state);
        this.#dispatch(call, { type: 'declined', at });
        return {};
      case 'hang-up':
        this.#dispatch(call, { type: 'hung-up', side, reason: action.reason, at });
        return {};
      case 'message':
        if (call.state.tag !== 'active') throw refusal(call.state);
        this.#dispatch(call, { type: 'signalled', from: side, message: action.message });
        return {};
      case 'check':
        if (call.state.tag !== 'active') throw refusal(call.state);
        return {};
      case 'report':
        this.#report(call, side, action);
        return {};
      case 'away':
        this.#dispatch(call, { type: 'session-away', side, away: action.away });
        return {};
      case 'session-ended':
        this.#dispatch(call, { type: 'session-ended', side, end: action.end, at });
        return {};
    }
  }

  #accept(call: OwnedCall, side: Side, by: SessionId, serverId: ServerId): void {
    if (side === 'caller' || call.state.tag !== 'ringing') throw refusal(call.state);
    call.callee.serverId = serverId;
    this.#dispatch(call, { type: 'accepted', by, at: Date.now() });
  }

  /** For the sessions of callers, which are all here. */
  sessionAway(session: Session, away: boolean): void {
    for (const call of this.#of(session))
      this.#dispatch(call, { type: 'session-away', side: 'caller', away });
  }

  sessionEnded(session: Session, end: 'closed' | 'lost' | 'revoked'): void {
    const at = Date.now();
    for (const call of this.#of(session)) {
      this.#dispatch(call, { type: 'session-ended', side: 'caller', end, at });
    }
  }

  serverLost(serverId: ServerId): void {
    const at = Date.now();
    for (const call of this.#calls.values()) {
      if (call.callee.serverId !== serverId) continue;
      this.#dispatch(call, { type: 'session-ended', side: 'callee', end: 'lost', at });
    }
  }

  /** Both sides call each other from two servers: of the two calls that with the greater id gives way (SPEC.md, D5). */
  crossed(other: Extract<Announcement, { type: 'rang' }>): void {
    const own = this.findRinging(`${other.caller.kind}:${other.caller.id}`, other.callee);
    const call = own && this.#calls.get(own);
    if (!call || call.id <= other.callId) return;
    this.#dispatch(call, { type: 'unreachable', reason: 'busy', at: Date.now() });
  }

  revokePair(pairId: PairId): void {
    for (const call of this.#calls.values()) {
      if (call.pairId === pairId) this.#dispatch(call, { type: 'revoked', at: Date.now() });
    }
  }

  /** A customer's features have changed, or everybody's: calls that may not go on end. */
  async recheckServices(customerId: CustomerId | null): Promise<void> {
    for (const call of [...this.#calls.values()]) {
      const sides = [call.caller, call.callee];
      const concerned = customerId === null || sides.some((side) => side.customerId === customerId);
      if (call.state.tag === 'ended' || !concerned) continue;
      if (!(await mayTalk(this.#deps.db, sides))) this.#dispatch(call, { type: 'revoked', at: Date.now() });
    }
  }

  /** Waits for the rows of calls that have ended; those that have not end as lost. Can be called twice. */
  async close(): Promise<void> {
    for (const call of this.#calls.values()) {
      this.#dispatch(call, { type: 'session-ended', side: 'caller', end: 'lost', at: Date.now() });
      clearTimeout(call.timer);
    }
    this.#calls.clear();
    await Promise.all(this.#writing);
  }

  #of(session: Session): Iterable<OwnedCall> {
    return [...this.#calls.values()].filter((call) => call.caller.session === session);
  }

  #report(call: OwnedCall, side: Side, { relayed, bytes }: LegReport): void {
    const leg = call[side];
    leg.report = { relayed, bytes };
    if (call.state.tag !== 'ended') return;
    // After the row itself.
    this.#write(call.id, async () => {
      await recordLateReport(this.#deps.db, call.id, leg);
    });
  }

  #dispatch(call: OwnedCall, event: CallEvent): void {
    const next = step(call.state, event);
    if (!next) {
      this.#deps.log.debug(
        { callId: call.id, state: call.state.tag, event: event.type },
        'call event ignored',
      );
      return;
    }
    const [state, effects] = next;
    if (state !== call.state) this.#enter(call, state);
    for (const effect of effects) this.#perform(call, effect);
  }

  #enter(call: OwnedCall, state: CallState): void {
    call.state = state;
    clearTimeout(call.timer);
    const { log } = this.#deps;
    if (state.tag === 'active') log.info({ callId: call.id }, 'call answered');
    if (state.tag !== 'ended') return;
    log.info({ callId: call.id, reason: state.reason, durationS: state.durationS }, 'call ended');
    call.timer = setTimeout(() => this.#calls.delete(call.id), LATE_REPORT_MS);
    // What is kept for late reports does not keep the process alive.
    call.timer.unref();
  }

  #perform(call: OwnedCall, effect: CallEffect): void {
    const { id: callId, caller } = call;
    switch (effect.type) {
      case 'announce-answered':
        this.#announce({ type: 'answered', callId, by: effect.by });
        caller.session.say('directCall.accepted', {
          callId,
          role: 'impolite',
          ice: this.#deps.ice(caller.key),
        });
        return;
      case 'announce-ended': {
        const { reason, durationS } = effect.ended;
        this.#announce({ type: 'ended', callId, reason, durationS });
        caller.session.say('directCall.ended', { callId, reason, durationS });
        this.#deps.presence.leaveCall(caller.session);
        return;
      }
      case 'pass-message':
        if (effect.to === 'callee') this.#announce({ type: 'message', callId, message: effect.message });
        else caller.session.say('directCall.signalled', { callId, message: effect.message });
        return;
      case 'tell-away':
        if (effect.to === 'callee') this.#announce({ type: 'caller-away', callId, away: effect.away });
        else caller.session.say('directCall.peerAway', { callId, away: effect.away });
        return;
      case 'record':
        this.#write(callId, () => this.#record(call, effect.ended));
        return;
    }
  }

  async #record({ id, caller, callee }: OwnedCall, ended: EndedState): Promise<void> {
    const { db, events } = this.#deps;
    const notified = await recordCall(db, id, { caller, callee }, ended);
    events.publish({ type: 'connections-changed', parties: [caller.key, callee.key] });
    if (notified) events.publish({ type: 'notified', parties: [callee.key] });
  }

  #write(callId: CallId, write: () => Promise<void>): void {
    // In order: a late report changes a row that must be there.
    const before = Promise.all(this.#writing);
    const writing: Promise<void> = before
      .then(write)
      .catch((err: unknown) => this.#deps.log.error({ err, callId }, 'call not recorded'))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  #announce(announcement: Announcement): void {
    this.#deps.bus.publish(ANNOUNCEMENTS_SUBJECT, announcement);
  }
}

/** While it rings every session of the callee has a say; once it was answered only that one has. */
function sideOf({ caller, callee, state }: OwnedCall, sessionId: SessionId, party: PartyKey): Side | null {
  if (caller.session.id === sessionId) return 'caller';
  if (callee.key !== party) return null;
  const answeredBy = state.tag === 'ringing' ? null : state.answeredBy;
  return answeredBy === null || answeredBy === sessionId ? 'callee' : null;
}

/** Answered on another browser of the same party, which knew of the call; to all others there is none. */
const tooLate = ({ callee, state }: OwnedCall, party: PartyKey): AppError =>
  new AppError(callee.key === party && state.tag === 'active' ? 'call-state' : 'call-not-found');

const refusal = (state: CallState): AppError =>
  new AppError(state.tag === 'ended' ? 'call-not-found' : 'call-state');
