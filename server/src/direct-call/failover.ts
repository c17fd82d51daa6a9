import { AppError } from '#protocol/app-error.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';
import type { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { CallNotifier } from './call-notifier.ts';
import type { CallStore } from './call-store.ts';
import { messagesFor } from './chat.ts';
import type { CallEvent, ParticipantId } from './machine.ts';
import type { Action, Answer, Question } from './messages.ts';
import { type OwnedCall, otherSide, type Participant, present } from './owned-call.ts';
import type { Sharing } from './sharing.ts';

type Place = NonNullable<SignalReply<'directCall.takeUp'>['place']>;

export interface FailoverDeps {
  readonly store: CallStore;
  readonly notifier: CallNotifier;
  readonly sharing: Sharing;
  readonly ice: IceServers;
  readonly heartbeat: Pick<ServerHeartbeat, 'now'>;
  /** How long a participant whose server is gone may take to come back. */
  readonly takeUpMs: number;
  readonly dispatch: (call: OwnedCall, event: CallEvent) => void;
}

/** Participants whose server is gone, and who come back in another session (SPEC.md, D14). */
export class Failover {
  readonly #deps: FailoverDeps;

  constructor(deps: FailoverDeps) {
    this.#deps = deps;
  }

  /** The participant's server is gone, or may be: they are away, and come back in another session or not at all. */
  wait(call: OwnedCall, participantId: ParticipantId, participant: Participant): void {
    const { dispatch, takeUpMs, heartbeat } = this.#deps;
    if (call.state.tag === 'ringing') {
      dispatch(call, { type: 'session-ended', participantId, end: 'server-closed', at: heartbeat.now() });
      return;
    }
    if (call.state.tag === 'ended') return;
    dispatch(call, { type: 'session-away', participantId, away: true });
    clearTimeout(participant.takeUpTimer);
    participant.takeUpTimer = setTimeout(
      () => dispatch(call, { type: 'session-ended', participantId, end: 'lost', at: heartbeat.now() }),
      takeUpMs,
    );
  }

  /** The participant's server is there after all, and so are they. Without effect where no one waits. */
  found(call: OwnedCall, participantId: ParticipantId, participant: Participant): void {
    if (participant.takeUpTimer === undefined) return;
    this.stopWaiting(participant);
    this.#deps.dispatch(call, { type: 'session-away', participantId, away: false });
  }

  /** Throws `call-not-found` to anyone who was not in the call. */
  takeUp(
    call: OwnedCall,
    { before, newPage = false }: Extract<Action, { type: 'take-up' }>,
    { sessionId, party, serverId }: Pick<Question, 'sessionId' | 'party' | 'serverId'>,
  ): Answer {
    const { store, notifier, heartbeat, dispatch } = this.#deps;
    const found = present(call).find(([, participant]) => participant.sessionId === before);
    if (found?.[1].identity.key !== party) throw new AppError('call-not-found');
    const [participantId, participant] = found;
    this.stopWaiting(participant);
    participant.sessionId = sessionId;
    participant.serverId = serverId;
    if (newPage) this.#renew(call, participantId, participant);
    store.save(call);
    dispatch(call, { type: 'session-away', participantId, away: false });
    notifier.offer(call, participant);
    return {
      moved: call.state.tag === 'moved',
      messages: messagesFor(call, participant),
      ...(newPage && { place: placeOf(call, participantId, participant, heartbeat.now()) }),
    };
  }

  /** The page has lost what it showed, recorded and was connected by: both sides connect again (SPEC.md, D17). */
  #renew(call: OwnedCall, participantId: ParticipantId, participant: Participant): void {
    const { sharing, notifier, ice } = this.#deps;
    const other = otherSide(call, participantId);
    for (const source of [...participant.shares])
      sharing.share(call, participantId, participant, { type: 'share', source, on: false });
    if (participant.recording) sharing.record(call, participantId, participant, false);
    if (call.state.tag !== 'active' || !other) return;
    call.leg += 1;
    const data = {
      callId: call.id,
      leg: call.leg,
      role: roleOf(participantId === 'caller' ? 'callee' : 'caller'),
      ice: ice(other.identity.key),
    };
    notifier.notify(call, other, { notice: 'directCall.legRenewed', data });
    if (other.recording)
      notifier.notify(call, participant, {
        notice: 'directCall.recordingChanged',
        data: { callId: call.id, on: true },
      });
  }

  stopWaiting(participant: Participant): void {
    clearTimeout(participant.takeUpTimer);
    participant.takeUpTimer = undefined;
  }
}

const roleOf = (participantId: ParticipantId): Place['role'] =>
  participantId === 'caller' ? 'impolite' : 'polite';

function placeOf(
  { state, leg }: OwnedCall,
  participantId: ParticipantId,
  { peer, pairId, outgoing, since }: Participant,
  now: number,
): Place {
  const acceptedAt = state.tag === 'active' || state.tag === 'moved' ? state.acceptedAt : now;
  const talksForMs = Math.max(0, now - Math.max(acceptedAt, since));
  return { peer: peer.party, pairId, outgoing, role: roleOf(participantId), leg, talksForMs };
}
