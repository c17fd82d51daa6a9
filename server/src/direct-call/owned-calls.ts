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
import type { Identity } from './identity.ts';
import { type CallEvent, type EndedState, invitedId, type ParticipantId, step } from './machine.ts';
import type { Action, Announcement, Answer, Question } from './messages.ts';
import {
  newChat,
  newParticipant,
  type OwnedCall,
  type Participant,
  participantIdOf,
  peopleIn,
  present,
  reportOn,
} from './owned-call.ts';
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
  /** How long a participant whose server is gone may take to come back. */
  readonly takeUpMs: number;
  /** An invitation has ended without its callee having joined. */
  readonly onInvitationOver: (callId: CallId, invitation: CallId, inviter: Participant) => void;
}

export interface Invitation {
  readonly callId: CallId;
  readonly sessionId: SessionId;
  /** Null: a guest calls the owner of its link. */
  readonly pairId: PairId | null;
  readonly caller: Identity;
  readonly callee: Identity;
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
      participants: new Map<ParticipantId, Participant>([
        [
          'caller',
          newParticipant({ identity: caller, peer: callee, outgoing: true, pairId, sessionId, serverId }),
        ],
        ['callee', newParticipant({ identity: callee, peer: caller, outgoing: false, pairId })],
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
  #push(call: OwnedCall, caller: Identity, callee: Identity): void {
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
    for (const { id, state, participants, joins } of this.#calls.values()) {
      if (state.tag !== 'ringing' || participants.get('callee')?.identity.key !== callee) continue;
      if (caller === undefined) return id;
      if (joins === null && participants.get('caller')?.identity.key === caller) return id;
    }
    return undefined;
  }

  owns(id: CallId): boolean {
    return this.#calls.has(id);
  }

  /** The invitation that a call is, if it is one. */
  invitation(
    id: CallId,
  ): { readonly joins: CallId; readonly inviter: Participant; readonly callee: Participant } | null {
    const { joins, participants } = this.#calls.get(id) ?? {};
    const [inviter, callee] = [participants?.get('caller'), participants?.get('callee')];
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
      if (call.joins === null || call.participants.get('caller')?.sessionId !== sessionId) continue;
      this.#dispatch(call, {
        type: 'hung-up',
        participantId: 'caller',
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
    const participantId = participantIdOf(call, sessionId, party);
    const participant = participantId && call.participants.get(participantId);
    if (!participant) throw tooLate(call, party);
    return this.#act(call, participantId, participant, { sessionId, serverId }, action);
  }

  #act(
    call: OwnedCall,
    participantId: ParticipantId,
    participant: Participant,
    from: { readonly sessionId: SessionId; readonly serverId: ServerId },
    action: Exclude<Action, { type: 'take-up' }>,
  ): Answer {
    const at = this.#deps.heartbeat.now();
    const requirePresent = () => {
      if (!present(call).some(([one]) => one === participantId)) throw refusal(call);
    };
    switch (action.type) {
      case 'accept':
        if (participantId === 'caller' || call.state.tag !== 'ringing') throw refusal(call);
        participant.sessionId = from.sessionId;
        participant.serverId = from.serverId;
        this.#dispatch(call, { type: 'accepted', at });
        return { peer: participant.peer.party };
      case 'decline':
        if (participantId === 'caller' || call.state.tag !== 'ringing') throw refusal(call);
        this.#dispatch(call, { type: 'declined', at });
        return {};
      case 'hang-up':
        this.#dispatch(call, { type: 'hung-up', participantId, reason: action.reason, at });
        return {};
      case 'message':
        requirePresent();
        this.#dispatch(call, {
          type: 'signalled',
          from: participantId,
          message: action.message,
          leg: action.leg,
        });
        return {};
      case 'check':
        requirePresent();
        return { customerId: participant.identity.customerId, people: peopleIn(call) };
      case 'report':
        reportOn(participant, action.leg ?? 0, { relayed: action.relayed, bytes: action.bytes });
        if (call.state.tag === 'ended') this.#store.reportLate(call.id, participant);
        return {};
      case 'away':
        if (!action.away) this.#failover.stopWaiting(participant);
        this.#dispatch(call, { type: 'session-away', participantId, away: action.away });
        return {};
      case 'session-ended':
        if (action.end === 'server-closed') this.#failover.wait(call, participantId, participant);
        else this.#dispatch(call, { type: 'session-ended', participantId, end: action.end, at });
        return {};
      case 'share':
        requirePresent();
        this.#sharing.share(call, participantId, participant, action);
        return {};
      case 'record':
        requirePresent();
        this.#sharing.record(call, participantId, participant, action.on);
        return {};
      case 'say':
        requirePresent();
        sendMessage(call, participant, { text: action.text, at, notifier: this.#notifier });
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
        this.#admit(call, participant, action);
        return {};
      case 'join-room':
        requirePresent();
        if (call.state.tag !== 'moved') throw new AppError('call-state');
        return { customerId: participant.identity.customerId };
    }
  }

  #admit(call: OwnedCall, inviter: Participant, action: Extract<Action, { type: 'admit' }>): void {
    const { state } = call;
    // Withdrawn, or the call is over, at the same moment.
    if (state.tag !== 'moved' || !state.invitations.includes(action.invitation)) throw refusal(call);
    const participantId = invitedId(action.invitation);
    const { participant: identity, sessionId, serverId } = action;
    call.participants.set(
      participantId,
      newParticipant({
        identity,
        peer: inviter.identity,
        outgoing: false,
        since: this.#deps.heartbeat.now(),
        pairId: inviter.pairId,
        sessionId,
        serverId,
      }),
    );
    this.#dispatch(call, { type: 'admitted', participantId });
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
    for (const [participantId, participant] of call.participants) {
      if (participant.serverId === null || !this.#deps.heartbeat.isAlive(participant.serverId))
        this.#failover.wait(call, participantId, participant);
    }
  }

  /** Another server owns the call, or has found that it is over: nothing of it is decided here any more. */
  taken(callId: CallId): void {
    const call = this.#calls.get(callId);
    this.#store.forget(callId);
    // What has ended here is kept for late reports.
    if (!call || call.state.tag === 'ended') return;
    clearTimeout(call.timer);
    for (const { takeUpTimer } of call.participants.values()) clearTimeout(takeUpTimer);
    this.#calls.delete(callId);
    this.#deps.log.info({ callId }, 'call taken over by another server');
  }

  serverLost(serverId: ServerId): void {
    this.#eachParticipantOn(serverId, (call, participantId, participant) =>
      this.#failover.wait(call, participantId, participant),
    );
  }

  serverFound(serverId: ServerId): void {
    this.#eachParticipantOn(serverId, (call, participantId, participant) =>
      this.#failover.found(call, participantId, participant),
    );
  }

  #eachParticipantOn(
    serverId: ServerId,
    act: (call: OwnedCall, participantId: ParticipantId, participant: Participant) => void,
  ): void {
    for (const call of [...this.#calls.values()]) {
      for (const [participantId, participant] of present(call))
        if (participant.serverId === serverId) act(call, participantId, participant);
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
          participantId: 'caller',
          end: 'lost',
          at: this.#deps.heartbeat.now(),
        });
      }
      clearTimeout(call.timer);
      for (const { takeUpTimer } of call.participants.values()) clearTimeout(takeUpTimer);
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
    for (const { takeUpTimer } of call.participants.values()) clearTimeout(takeUpTimer);
    call.timer = setTimeout(() => this.#calls.delete(call.id), LATE_REPORT_MS);
    // What is kept for late reports does not keep the process alive.
    call.timer.unref();
  }
}

/** Answered on another browser of the same party, which knew of the call; to all others there is none. */
const tooLate = ({ participants, state }: OwnedCall, party: PartyKey): AppError => {
  const answered = state.tag === 'active' || state.tag === 'moved';
  return new AppError(
    answered && participants.get('callee')?.identity.key === party ? 'call-state' : 'call-not-found',
  );
};

const refusal = ({ state }: OwnedCall): AppError =>
  new AppError(state.tag === 'ringing' || state.tag === 'active' ? 'call-state' : 'call-not-found');
