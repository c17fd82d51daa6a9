import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, PairId, ServerId, SessionId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { Db } from '#server/db/database.ts';
import type { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { PushRings } from '#server/push/push-rings.ts';
import { CallNotifier } from './call-notifier.ts';
import { CallRights } from './call-rights.ts';
import { CallStore } from './call-store.ts';
import { sendMessage } from './chat.ts';
import { Failover } from './failover.ts';
import { type CallEvent, type EndedState, invitedSeat, type Seat, step } from './machine.ts';
import type { Action, Announcement, Answer, Question } from './messages.ts';
import {
  newChat,
  type OwnedCall,
  peopleIn,
  present,
  reportOn,
  type Seated,
  seated,
  seatOf,
} from './owned-call.ts';
import type { Participant } from './participant.ts';
import { outcomeOf } from './ring-outcome.ts';
import { Sharing } from './sharing.ts';

/** A leg may be reported this long after the end (SPEC.md, D10). */
const LATE_REPORT_MS = 30_000;

export interface OwnedCallsDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly serverId: ServerId;
  readonly heartbeat: ServerHeartbeat;
  readonly events: DomainEvents;
  readonly ice: IceServers;
  readonly push: Pick<PushRings, 'ring'>;
  /** Whether a party has a session on any server. */
  readonly isThere: (key: PartyKey) => boolean;
  readonly log: Logger;
  readonly ringTimeoutMs: number;
  /** How long a place whose server is gone waits to be taken up again. */
  readonly takeUpMs: number;
  /** An invitation has ended without its callee having joined. */
  readonly onInvitationOver: (callId: CallId, invitation: CallId, inviter: Seated) => void;
}

export interface Invitation {
  readonly callId: CallId;
  readonly sessionId: SessionId;
  /** Null: a guest calls the owner of its link. */
  readonly pairId: PairId | null;
  readonly caller: Participant;
  readonly callee: Participant;
  /** Why the callee cannot be rung; null where it can. */
  readonly unreachable: 'busy' | 'offline' | null;
  /** Into a call that has moved. */
  readonly joins: OwnedCall['joins'];
}

/** The calls that this server owns: drives their machines and performs what those decide. */
export class OwnedCalls {
  readonly #deps: OwnedCallsDeps;
  readonly #calls = new Map<CallId, OwnedCall>();
  readonly #store: CallStore;
  readonly #notifier: CallNotifier;
  readonly #sharing: Sharing;
  readonly #failover: Failover;
  /** Whether those who are in the calls may still be there. */
  readonly rights: CallRights;

  constructor(deps: OwnedCallsDeps) {
    this.#deps = deps;
    this.#store = new CallStore({
      ...deps,
      onTaken: (callId) => this.taken(callId),
      onGivenUp: (callId, { reason, durationS }) =>
        this.#notifier.announce({ type: 'ended', callId, reason, durationS, of: null }),
    });
    this.#notifier = new CallNotifier({ ...deps, store: this.#store });
    this.#sharing = new Sharing(this.#notifier);
    this.#failover = new Failover({
      store: this.#store,
      notifier: this.#notifier,
      sharing: this.#sharing,
      ice: deps.ice,
      heartbeat: deps.heartbeat,
      takeUpMs: deps.takeUpMs,
      dispatch: (call, event) => this.#dispatch(call, event),
    });
    this.rights = new CallRights({
      db: deps.db,
      log: deps.log,
      heartbeat: deps.heartbeat,
      sharing: this.#sharing,
      calls: () => [...this.#calls.values()],
      dispatch: (call, event) => this.#dispatch(call, event),
      save: (call) => this.#save(call),
    });
  }

  get active(): number {
    return [...this.#calls.values()].filter(({ state }) => state.tag !== 'ended').length;
  }

  invite({ callId, sessionId, pairId, caller, callee, unreachable, joins }: Invitation): void {
    const { serverId, ringTimeoutMs: ringsForMs } = this.#deps;
    const call: OwnedCall = {
      id: callId,
      joins,
      seats: new Map<Seat, Seated>([
        [
          'caller',
          seated({ participant: caller, peer: callee, outgoing: true, pairId, sessionId, serverId }),
        ],
        ['callee', seated({ participant: callee, peer: caller, outgoing: false, pairId })],
      ]),
      chat: newChat(),
      leg: 0,
      pushed: null,
      state: { tag: 'ringing', invitedAt: this.#deps.heartbeat.now() },
      timer: setTimeout(
        () => this.#dispatch(call, { type: 'ring-timed-out', at: this.#deps.heartbeat.now() }),
        ringsForMs,
      ),
    };
    this.#calls.set(callId, call);
    if (unreachable) {
      this.#dispatch(call, { type: 'unreachable', reason: unreachable, at: this.#deps.heartbeat.now() });
      return;
    }
    this.#notifier.announce({
      type: 'rang',
      callId,
      ownerId: serverId,
      pairId,
      caller: caller.party,
      callee: callee.key,
      ringsForMs,
      ...(joins && { joins: { callId: joins.callId, people: [...joins.people] } }),
    });
    this.#push(call, caller, callee);
  }

  /** Rings browsers without a page. A callee who has none with one is offline where no push service can be reached. */
  #push(call: OwnedCall, caller: Participant, callee: Participant): void {
    const { push, isThere, heartbeat, ringTimeoutMs: ringsForMs } = this.#deps;
    const pushed = push.ring({ tag: call.id, caller: caller.party, callee: callee.key, ringsForMs });
    call.pushed = pushed;
    void pushed.taken.then((taken) => {
      if (taken || isThere(callee.key)) return;
      this.#dispatch(call, { type: 'unreachable', reason: 'offline', at: heartbeat.now() });
    });
  }

  /** A call of its own that rings the callee; of the given caller, where one is given. */
  findRinging(callee: PartyKey, caller?: PartyKey): CallId | undefined {
    for (const { id, state, seats, joins } of this.#calls.values()) {
      if (state.tag !== 'ringing' || seats.get('callee')?.participant.key !== callee) continue;
      if (caller === undefined) return id;
      if (joins === null && seats.get('caller')?.participant.key === caller) return id;
    }
    return undefined;
  }

  owns(id: CallId): boolean {
    return this.#calls.has(id);
  }

  /** The invitation that a call is, if it is one. */
  invitation(
    id: CallId,
  ): { readonly joins: CallId; readonly inviter: Seated; readonly callee: Seated } | null {
    const { joins, seats } = this.#calls.get(id) ?? {};
    const [inviter, callee] = [seats?.get('caller'), seats?.get('callee')];
    return joins && inviter && callee ? { joins: joins.callId, inviter, callee } : null;
  }

  /** An invitation whose callee is in the call that it was made for: nothing is left of it. */
  forget(id: CallId): void {
    clearTimeout(this.#calls.get(id)?.timer);
    this.#calls.delete(id);
  }

  /** The inviter has left the call: no one rings for it any more. */
  withdrawInvitations(sessionId: SessionId): void {
    for (const call of [...this.#calls.values()]) {
      if (call.joins === null || call.seats.get('caller')?.sessionId !== sessionId) continue;
      this.#dispatch(call, {
        type: 'hung-up',
        seat: 'caller',
        reason: 'hung-up',
        at: this.#deps.heartbeat.now(),
      });
    }
  }

  /**
   * Does what a session in the call asks. Throws `call-not-found` to anyone who is not in the call, and `call-state`.
   *
   * @returns what of the answer is known here
   */
  handle({ callId, sessionId, party, serverId, action }: Question): Answer {
    const call = this.#calls.get(callId);
    if (!call) throw new AppError('call-not-found');
    if (action.type === 'take-up') return this.#failover.takeUp(call, action, { sessionId, party, serverId });
    const seat = seatOf(call, sessionId, party);
    const held = seat && call.seats.get(seat);
    if (!held) throw tooLate(call, party);
    return this.#act(call, seat, held, { sessionId, serverId }, action);
  }

  #act(
    call: OwnedCall,
    seat: Seat,
    held: Seated,
    from: { readonly sessionId: SessionId; readonly serverId: ServerId },
    action: Exclude<Action, { type: 'take-up' }>,
  ): Answer {
    const at = this.#deps.heartbeat.now();
    const requirePresent = () => {
      if (!present(call).some(([one]) => one === seat)) throw refusal(call);
    };
    switch (action.type) {
      case 'accept':
        if (seat === 'caller' || call.state.tag !== 'ringing') throw refusal(call);
        held.sessionId = from.sessionId;
        held.serverId = from.serverId;
        this.#dispatch(call, { type: 'accepted', at });
        return { peer: held.peer.party };
      case 'decline':
        if (seat === 'caller' || call.state.tag !== 'ringing') throw refusal(call);
        this.#dispatch(call, { type: 'declined', at });
        return {};
      case 'hang-up':
        this.#dispatch(call, { type: 'hung-up', seat, reason: action.reason, at });
        return {};
      case 'message':
        requirePresent();
        this.#dispatch(call, {
          type: 'signalled',
          from: seat,
          message: action.message,
          leg: action.leg,
        });
        return {};
      case 'check':
        requirePresent();
        return { customerId: held.participant.customerId, people: peopleIn(call) };
      case 'report':
        reportOn(held, action.leg ?? 0, { relayed: action.relayed, bytes: action.bytes });
        if (call.state.tag === 'ended') this.#store.reportLate(call.id, held);
        return {};
      case 'away':
        if (!action.away) this.#failover.stopWaiting(held);
        this.#dispatch(call, { type: 'session-away', seat, away: action.away });
        return {};
      case 'session-ended':
        if (action.end === 'server-closed') this.#failover.wait(call, seat, held);
        else this.#dispatch(call, { type: 'session-ended', seat, end: action.end, at });
        return {};
      case 'share':
        requirePresent();
        this.#sharing.share(call, seat, held, action);
        return {};
      case 'record':
        requirePresent();
        this.#sharing.record(call, seat, held, action.on);
        return {};
      case 'say':
        requirePresent();
        sendMessage(call, held, { text: action.text, at, notifier: this.#notifier });
        return {};
      case 'move': {
        requirePresent();
        // Both may ask at the same moment, or again for another one: it moves once.
        if (call.state.tag === 'active') this.#dispatch(call, { type: 'moved', reason: action.reason });
        const { invitation } = action;
        if (invitation) this.#dispatch(call, { type: 'invited', invitation });
        return { people: peopleIn(call) };
      }
      case 'invitation-over':
        this.#dispatch(call, { type: 'invitation-over', invitation: action.invitation, at });
        return {};
      case 'admit':
        this.#admit(call, held, action);
        return {};
      case 'join-room':
        requirePresent();
        if (call.state.tag !== 'moved') throw new AppError('call-state');
        return { customerId: held.participant.customerId };
    }
  }

  #admit(call: OwnedCall, inviter: Seated, action: Extract<Action, { type: 'admit' }>): void {
    const { state } = call;
    // Withdrawn, or the call is over, at the same moment.
    if (state.tag !== 'moved' || !state.invitations.includes(action.invitation)) throw refusal(call);
    const seat = invitedSeat(action.invitation);
    const { participant, sessionId, serverId } = action;
    call.seats.set(
      seat,
      seated({
        participant,
        peer: inviter.participant,
        outgoing: false,
        since: this.#deps.heartbeat.now(),
        pairId: inviter.pairId,
        sessionId,
        serverId,
      }),
    );
    this.#dispatch(call, { type: 'admitted', seat });
    this.#dispatch(call, {
      type: 'invitation-over',
      invitation: action.invitation,
      at: this.#deps.heartbeat.now(),
    });
  }

  /** Takes over what a server that is gone has left, for the first of its sessions that comes back (SPEC.md, D14). */
  adopt(call: OwnedCall): void {
    if (this.#calls.has(call.id)) return;
    this.#calls.set(call.id, call);
    this.#deps.log.info({ callId: call.id }, 'call taken up');
    this.#notifier.announce({ type: 'taken-up', callId: call.id, ownerId: this.#deps.serverId });
    // The sessions of servers that live are still there, or those servers tell when they are not.
    for (const [seat, held] of call.seats) {
      if (held.serverId === null || !this.#deps.heartbeat.isAlive(held.serverId))
        this.#failover.wait(call, seat, held);
    }
  }

  /** Another server owns the call, or has found that it is over: nothing of it is decided here any more. */
  taken(callId: CallId): void {
    const call = this.#calls.get(callId);
    this.#store.forget(callId);
    // What has ended here is kept for late reports.
    if (!call || call.state.tag === 'ended') return;
    clearTimeout(call.timer);
    for (const { takeUpTimer } of call.seats.values()) clearTimeout(takeUpTimer);
    this.#calls.delete(callId);
    this.#deps.log.info({ callId }, 'call taken over by another server');
  }

  serverLost(serverId: ServerId): void {
    this.#eachSeatOn(serverId, (call, seat, held) => this.#failover.wait(call, seat, held));
  }

  serverFound(serverId: ServerId): void {
    this.#eachSeatOn(serverId, (call, seat, held) => this.#failover.found(call, seat, held));
  }

  #eachSeatOn(serverId: ServerId, act: (call: OwnedCall, seat: Seat, held: Seated) => void): void {
    for (const call of [...this.#calls.values()]) {
      for (const [seat, held] of present(call)) if (held.serverId === serverId) act(call, seat, held);
    }
  }

  /** Both sides call each other from two servers: of the two calls that with the greater id gives way (SPEC.md, D5). */
  crossed(other: Extract<Announcement, { type: 'rang' }>): void {
    if (other.joins) return;
    const own = this.findRinging(`${other.caller.kind}:${other.caller.id}`, other.callee);
    const call = own && this.#calls.get(own);
    if (!call || call.id <= other.callId) return;
    this.#dispatch(call, { type: 'unreachable', reason: 'busy', at: this.#deps.heartbeat.now() });
  }

  /** Those that ring end; those that were answered are left for another server, or the next run of this one, to take up. */
  async close(): Promise<void> {
    for (const call of [...this.#calls.values()]) {
      if (call.state.tag === 'ringing') {
        this.#dispatch(call, {
          type: 'session-ended',
          seat: 'caller',
          end: 'lost',
          at: this.#deps.heartbeat.now(),
        });
      }
      clearTimeout(call.timer);
      for (const { takeUpTimer } of call.seats.values()) clearTimeout(takeUpTimer);
    }
    this.#calls.clear();
    this.rights.close();
    await this.#store.close();
  }

  /** Takes the call over where its owner is gone; false where there is no such call, or another server was faster. */
  async claim(callId: CallId, from: ServerId): Promise<boolean> {
    const call = await this.#store.claim(callId, from);
    if (call) this.adopt(call);
    return call !== null;
  }

  ownerOf(callId: CallId): Promise<ServerId | null> {
    return this.#store.ownerOf(callId);
  }

  ownersOf(callIds: readonly CallId[]): Promise<ReadonlyMap<CallId, ServerId>> {
    return this.#store.ownersOf(callIds);
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
    const before = call.state;
    call.state = state;
    for (const effect of effects) this.#notifier.perform(call, effect);
    if (state === before) return;
    const { log } = this.#deps;
    if (before.tag === 'ringing' && state.tag !== before.tag) call.pushed?.end(outcomeOf(state));
    if (state.tag !== before.tag) {
      clearTimeout(call.timer);
      if (state.tag === 'active') log.info({ callId: call.id }, 'call answered');
      if (state.tag === 'moved') log.info({ callId: call.id }, 'call moved to the media node');
    }
    if (state.tag === 'ended') this.#forgetLater(call, state);
    else this.#save(call);
  }

  /** For the server that may have to take it up. */
  #save(call: OwnedCall): void {
    if ((call.state.tag === 'active' || call.state.tag === 'moved') && call.joins === null)
      this.#store.save(call);
  }

  #forgetLater(call: OwnedCall, { reason, durationS }: EndedState): void {
    this.#deps.log.info({ callId: call.id, reason, durationS }, 'call ended');
    for (const { takeUpTimer } of call.seats.values()) clearTimeout(takeUpTimer);
    call.timer = setTimeout(() => this.#calls.delete(call.id), LATE_REPORT_MS);
    // What is kept for late reports does not keep the process alive.
    call.timer.unref();
  }
}

/** Answered on another browser of the same party, which knew of the call; to all others there is none. */
const tooLate = ({ seats, state }: OwnedCall, party: PartyKey): AppError => {
  const answered = state.tag === 'active' || state.tag === 'moved';
  return new AppError(
    answered && seats.get('callee')?.participant.key === party ? 'call-state' : 'call-not-found',
  );
};

const refusal = ({ state }: OwnedCall): AppError =>
  new AppError(state.tag === 'ringing' || state.tag === 'active' ? 'call-state' : 'call-not-found');
