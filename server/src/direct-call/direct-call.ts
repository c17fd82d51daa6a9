import { setTimeout as sleep } from 'node:timers/promises';
import { ChatLog } from '#platform/chat/chat-log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, ServerId } from '#protocol/ids.ts';
import type { Party, PartyKey } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { offeredTo } from './access.ts';
import type { CallDeps } from './call-deps.ts';
import { CallRecord, type RecordDeps } from './call-record.ts';
import {
  type CallEffect,
  type CallEvent,
  type CallState,
  invitedId,
  type ParticipantId,
  step,
} from './machine.ts';
import type { Asker, CallNotice } from './messages.ts';
import { OutgoingRing, type OutgoingRingDeps } from './outgoing-ring.ts';
import { type CallView, LATE_REPORT_MS, newParticipant, type Participant, present } from './participant.ts';

/** How long an answer waits to be written down; without the database the call begins all the same. */
const ANSWER_WRITTEN_MS = 2_000;

export interface DirectCallDeps
  extends RecordDeps,
    OutgoingRingDeps,
    Pick<CallDeps, 'heartbeat' | 'ice' | 'takeUpMs'> {
  /** Nothing more is asked about the call here. */
  readonly onGone: (call: DirectCall) => void;
}

/** The call that an invitation is for. */
export interface Joins {
  readonly call: DirectCall;
  readonly inviterId: ParticipantId;
  readonly people: readonly Party[];
}

export interface DirectCallSpec {
  readonly id: CallId;
  readonly state: CallState;
  readonly participants: Map<ParticipantId, Participant>;
  readonly leg?: number;
  readonly joins?: Joins | null;
  /** The database knows it already. */
  readonly saved?: boolean;
}

/** A 1-to-1 call as its owner has it: drives its machine and performs what that decides (SPEC.md, D). */
export class DirectCall implements CallView {
  readonly id: CallId;
  readonly participants: Map<ParticipantId, Participant>;
  readonly joins: Joins | null;
  /** What those in the call have written; of a call that was taken over, from then on (SPEC.md, D19). */
  readonly chat = new ChatLog<CallMessage>();
  readonly record: CallRecord;
  leg: number;
  /** When its people were last asked how well it goes, by the database's clock. */
  qualityAskedAt = Number.NEGATIVE_INFINITY;
  readonly #deps: DirectCallDeps;
  readonly #invitations = new Map<CallId, DirectCall>();
  #state: CallState;
  #stopped = false;
  #announced: Promise<void> = Promise.resolve();
  #ring: OutgoingRing | null = null;
  /** Of the ring, later of the time for late reports. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    deps: DirectCallDeps,
    { id, state, participants, leg = 0, joins = null, saved = false }: DirectCallSpec,
  ) {
    this.#deps = deps;
    this.id = id;
    this.#state = state;
    this.participants = participants;
    this.leg = leg;
    this.joins = joins;
    this.record = new CallRecord(deps, this, saved);
  }

  get state(): CallState {
    return this.#state;
  }

  /** Settles once an answer is written down, and the caller has been told of it. */
  get announced(): Promise<void> {
    return this.#announced;
  }

  get isInvitation(): boolean {
    return this.joins !== null;
  }

  get people(): Party[] {
    return present(this).map(({ participant }) => participant.identity.party);
  }

  /** Rings the callee, or ends at once with why that cannot be. */
  ring(unreachable: 'busy' | 'offline' | null): void {
    const { ringTimeoutMs, heartbeat } = this.#deps;
    this.#timer = setTimeout(
      () => this.dispatch({ type: 'ring-timed-out', at: heartbeat.now() }),
      ringTimeoutMs,
    );
    const [caller, callee] = [this.participants.get('caller'), this.participants.get('callee')];
    if (unreachable || !caller || !callee) {
      this.endUnreachable(unreachable ?? 'offline');
      return;
    }
    const { joins } = this;
    const ring = {
      callId: this.id,
      ownerId: this.#deps.serverId,
      pairId: caller.pairId,
      caller: caller.identity.party,
      callee: callee.identity.key,
      ...(joins && { joins: { callId: joins.call.id, people: [...joins.people] } }),
    };
    this.#ring = new OutgoingRing(this.#deps, ring, (reason) => this.endUnreachable(reason));
  }

  /** The callee has come to a server. */
  calleeArrived(key: PartyKey, serverId: ServerId): void {
    if (this.participants.get('callee')?.identity.key === key) void this.#ring?.on(serverId);
  }

  endUnreachable(reason: 'busy' | 'offline'): void {
    this.dispatch({ type: 'unreachable', reason, at: this.#deps.heartbeat.now() });
  }

  /** It rings, and not for a call that has moved. */
  rings({ caller, callee }: { readonly caller: PartyKey; readonly callee: PartyKey }): boolean {
    const is = (side: 'caller' | 'callee', key: PartyKey) =>
      this.participants.get(side)?.identity.key === key;
    return this.#state.tag === 'ringing' && !this.joins && is('caller', caller) && is('callee', callee);
  }

  dispatch(event: CallEvent): void {
    const { log } = this.#deps;
    const before = this.#state;
    const next = this.#stopped ? null : step(before, event);
    if (!next) {
      log.debug({ callId: this.id, state: before.tag, event: event.type }, 'call event ignored');
      return;
    }
    const [state, effects] = next;
    this.#state = state;
    if (before.tag === 'ringing' && state.tag !== 'ringing') {
      clearTimeout(this.#timer);
      this.#ring?.end(state, this.participants.get('callee')?.sessionId ?? null);
    }
    for (const effect of effects) this.#perform(effect);
    if (event.type === 'session-away') this.#noteAway(event);
    if (state === before) return;
    if (state.tag === 'ended') {
      log.info({ callId: this.id, reason: state.reason, durationS: state.durationS }, 'call ended');
      this.#timer = setTimeout(() => this.#deps.onGone(this), LATE_REPORT_MS);
      // What is kept for late reports does not keep the process alive.
      this.#timer.unref();
    } else {
      if (state.tag !== before.tag) log.info({ callId: this.id, state: state.tag }, 'call answered or moved');
      // An answer is being saved already, before anyone is told of it.
      if (before.tag !== 'ringing') this.save();
    }
  }

  #noteAway({ participantId, away }: Extract<CallEvent, { type: 'session-away' }>): void {
    const participant = this.participants.get(participantId);
    if (!participant || participant.away === away) return;
    participant.away = away;
    this.save();
  }

  /** For the server that may have to take it up. */
  save(): void {
    if (!this.joins) void this.record.save();
  }

  /** Sends a notice to the session that someone in the call has, wherever it is. */
  notify(participant: Participant | undefined, say: CallNotice): void {
    if (!participant?.sessionId || !participant.serverId) return;
    this.#deps.tell(participant.serverId, { type: 'said', callId: this.id, to: participant.sessionId, say });
  }

  /** Notifies someone in the call of what they are offered in it. */
  offer(participant: Participant): void {
    const { db, log } = this.#deps;
    offeredTo(db, participant.identity)
      .then((offered) =>
        this.notify(participant, { notice: 'directCall.offered', data: { callId: this.id, offered } }),
      )
      .catch((err: unknown) => log.error({ err, callId: this.id }, 'nothing offered in a call'));
  }

  /** The other one of the two sides. */
  otherSide(participantId: ParticipantId): Participant | undefined {
    if (participantId === 'caller') return this.participants.get('callee');
    return participantId === 'callee' ? this.participants.get('caller') : undefined;
  }

  /** Someone is rung who is to join. */
  addInvitation(invitation: DirectCall): void {
    this.#invitations.set(invitation.id, invitation);
    this.dispatch({ type: 'invited', invitation: invitation.id });
  }

  /** Answers an invitation: its callee is in the call that it is for from now on, and nothing is left of the invitation. */
  joinBy({ sessionId, serverId }: Asker): CallId {
    const callee = this.participants.get('callee');
    if (!this.joins || !callee) throw new AppError('call-not-found');
    const { call, inviterId } = this.joins;
    call.#admit(this.id, inviterId, { identity: callee.identity, sessionId, serverId });
    callee.sessionId = sessionId;
    this.dispatch({ type: 'accepted', at: this.#deps.heartbeat.now() });
    this.#deps.onGone(this);
    return call.id;
  }

  #admit(
    invitation: CallId,
    inviterId: ParticipantId,
    joining: Pick<Participant, 'identity' | 'sessionId' | 'serverId'>,
  ): void {
    const inviter = this.participants.get(inviterId);
    if (!inviter || !this.#invitations.has(invitation)) throw new AppError('call-not-found');
    const participantId = invitedId(invitation);
    const { identity: peer, pairId } = inviter;
    const since = this.#deps.heartbeat.now();
    this.participants.set(
      participantId,
      newParticipant({ ...joining, peer, pairId, outgoing: false, since }),
    );
    this.dispatch({ type: 'admitted', participantId });
    this.#invitationOver(invitation);
  }

  #invitationOver(invitation: CallId): void {
    this.#invitations.delete(invitation);
    this.dispatch({ type: 'invitation-over', invitation, at: this.#deps.heartbeat.now() });
  }

  /** The participant's server is gone, or may be: they are away, and come back in another session or not at all (D14). */
  lose(participantId: ParticipantId, participant: Participant): void {
    const { takeUpMs, heartbeat } = this.#deps;
    const end = (how: 'server-closed' | 'lost') =>
      this.dispatch({ type: 'session-ended', participantId, end: how, at: heartbeat.now() });
    clearTimeout(participant.takeUpTimer);
    if (this.#state.tag === 'ended') return;
    if (this.#state.tag === 'ringing') end('server-closed');
    else {
      this.dispatch({ type: 'session-away', participantId, away: true });
      participant.takeUpTimer = setTimeout(() => end('lost'), takeUpMs);
    }
  }

  /** They are there after all, or again. */
  regain(participantId: ParticipantId, participant: Participant, newSession = false): void {
    clearTimeout(participant.takeUpTimer);
    participant.takeUpTimer = undefined;
    this.dispatch({ type: 'session-away', participantId, away: false, newSession });
  }

  #withdraw(): void {
    const at = this.#deps.heartbeat.now();
    this.dispatch({ type: 'hung-up', participantId: 'caller', reason: 'hung-up', at });
  }

  /** Decides nothing any more, and no one rings for it. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const invitation of [...this.#invitations.values()]) invitation.#withdraw();
    for (const { takeUpTimer } of this.participants.values()) clearTimeout(takeUpTimer);
  }

  #perform(effect: CallEffect): void {
    const { id: callId, participants } = this;
    switch (effect.type) {
      case 'announce-answered':
        if (!this.joins) this.#announced = this.#announceAnswered();
        return;
      case 'announce-moved':
        for (const participant of participants.values())
          this.notify(participant, { notice: 'directCall.moved', data: { callId, reason: effect.reason } });
        return;
      case 'release':
        this.#release(effect);
        return;
      case 'pass-message': {
        const { to, message, leg } = effect;
        const data = { callId, message, ...(leg !== undefined && { leg }) };
        this.notify(participants.get(to), { notice: 'directCall.signalled', data });
        return;
      }
      case 'notify-away': {
        const { to, away, newSession } = effect;
        const data = { callId, away, ...(newSession && { newSession }) };
        this.notify(participants.get(to), { notice: 'directCall.peerAway', data });
        return;
      }
    }
  }

  /** No one is told of an answer that would be lost with this server (SPEC.md, D3). */
  async #announceAnswered(): Promise<void> {
    await Promise.race([this.record.save(), sleep(ANSWER_WRITTEN_MS, undefined, { ref: false })]);
    const [caller, callee] = [this.participants.get('caller'), this.participants.get('callee')];
    if (this.#state.tag !== 'active' || !caller || !callee) return;
    const data = { callId: this.id, role: 'impolite' as const, ice: this.#deps.ice(caller.identity.key) };
    this.notify(caller, { notice: 'directCall.accepted', data });
    for (const participant of [caller, callee]) this.offer(participant);
  }

  #release({ participantIds, ended, over }: Extract<CallEffect, { type: 'release' }>): void {
    const { id: callId, participants, joins } = this;
    const { reason, durationS } = ended;
    const leaving = participantIds.flatMap((participantId) => participants.get(participantId) ?? []);
    for (const participant of leaving) {
      clearTimeout(participant.takeUpTimer);
      // The inviter is in the call that the invitation is for.
      if (!joins)
        this.notify(participant, { notice: 'directCall.ended', data: { callId, reason, durationS } });
    }
    this.record.leave(leaving, ended, over);
    // No one rings for someone who has left.
    for (const invitation of [...this.#invitations.values()])
      if (invitation.joins && participantIds.includes(invitation.joins.inviterId)) invitation.#withdraw();
    const invited = participants.get('callee');
    if (!joins || !invited) return;
    const { call, inviterId } = joins;
    const inviter = present(call).find(({ participantId }) => participantId === inviterId);
    const data = { callId: call.id, invitationId: callId, peer: invited.identity.party, reason };
    call.notify(inviter?.participant, { notice: 'directCall.invitationEnded', data });
    call.#invitationOver(callId);
  }
}
