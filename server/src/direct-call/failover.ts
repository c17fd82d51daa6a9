import { AppError } from '#protocol/app-error.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';
import type { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { CallNotifier } from './call-notifier.ts';
import type { CallStore } from './call-store.ts';
import { messagesFor } from './chat.ts';
import type { CallEvent, Seat } from './machine.ts';
import type { Action, Answer, Question } from './messages.ts';
import { type OwnedCall, otherSide, present, type Seated } from './owned-call.ts';
import type { Sharing } from './sharing.ts';

type Place = NonNullable<SignalReply<'directCall.takeUp'>['place']>;

export interface FailoverDeps {
  readonly store: CallStore;
  readonly notifier: CallNotifier;
  readonly sharing: Sharing;
  readonly ice: IceServers;
  readonly heartbeat: Pick<ServerHeartbeat, 'now'>;
  /** How long a place whose server is gone waits to be taken up again. */
  readonly takeUpMs: number;
  readonly dispatch: (call: OwnedCall, event: CallEvent) => void;
}

/** Places in calls whose server is gone, and who comes back to them in another session (SPEC.md, D14). */
export class Failover {
  readonly #deps: FailoverDeps;

  constructor(deps: FailoverDeps) {
    this.#deps = deps;
  }

  /** The place's server is gone, or may be: its holder is away, and comes back in another session or not at all. */
  wait(call: OwnedCall, seat: Seat, held: Seated): void {
    const { dispatch, takeUpMs, heartbeat } = this.#deps;
    if (call.state.tag === 'ringing') {
      dispatch(call, { type: 'session-ended', seat, end: 'server-closed', at: heartbeat.now() });
      return;
    }
    if (call.state.tag === 'ended') return;
    dispatch(call, { type: 'session-away', seat, away: true });
    clearTimeout(held.takeUpTimer);
    held.takeUpTimer = setTimeout(
      () => dispatch(call, { type: 'session-ended', seat, end: 'lost', at: heartbeat.now() }),
      takeUpMs,
    );
  }

  /** The place's server is there after all, and so is its holder. Without effect where no one waits. */
  found(call: OwnedCall, seat: Seat, held: Seated): void {
    if (held.takeUpTimer === undefined) return;
    this.stopWaiting(held);
    this.#deps.dispatch(call, { type: 'session-away', seat, away: false });
  }

  /** Throws `call-not-found` to anyone who was not in the call. */
  takeUp(
    call: OwnedCall,
    { before, newPage = false }: Extract<Action, { type: 'take-up' }>,
    { sessionId, party, serverId }: Pick<Question, 'sessionId' | 'party' | 'serverId'>,
  ): Answer {
    const { store, notifier, heartbeat, dispatch } = this.#deps;
    const place = present(call).find(([, held]) => held.sessionId === before);
    if (place?.[1].participant.key !== party) throw new AppError('call-not-found');
    const [seat, held] = place;
    this.stopWaiting(held);
    held.sessionId = sessionId;
    held.serverId = serverId;
    if (newPage) this.#renew(call, seat, held);
    store.save(call);
    dispatch(call, { type: 'session-away', seat, away: false });
    notifier.offer(call, held);
    return {
      moved: call.state.tag === 'moved',
      messages: messagesFor(call, held),
      ...(newPage && { place: placeOf(call, seat, held, heartbeat.now()) }),
    };
  }

  /** The page has lost what it showed, recorded and was connected by: both sides connect again (SPEC.md, D17). */
  #renew(call: OwnedCall, seat: Seat, held: Seated): void {
    const { sharing, notifier, ice } = this.#deps;
    const other = otherSide(call, seat);
    for (const source of [...held.shares])
      sharing.share(call, seat, held, { type: 'share', source, on: false });
    if (held.recording) sharing.record(call, seat, held, false);
    if (call.state.tag !== 'active' || !other) return;
    call.leg += 1;
    const data = {
      callId: call.id,
      leg: call.leg,
      role: roleOf(seat === 'caller' ? 'callee' : 'caller'),
      ice: ice(other.participant.key),
    };
    notifier.notify(call, other, { notice: 'directCall.legRenewed', data });
    if (other.recording)
      notifier.notify(call, held, {
        notice: 'directCall.recordingChanged',
        data: { callId: call.id, on: true },
      });
  }

  stopWaiting(held: Seated): void {
    clearTimeout(held.takeUpTimer);
    held.takeUpTimer = undefined;
  }
}

const roleOf = (seat: Seat): Place['role'] => (seat === 'caller' ? 'impolite' : 'polite');

function placeOf(
  { state, leg }: OwnedCall,
  seat: Seat,
  { peer, pairId, outgoing, since }: Seated,
  now: number,
): Place {
  const acceptedAt = state.tag === 'active' || state.tag === 'moved' ? state.acceptedAt : now;
  const talksForMs = Math.max(0, now - Math.max(acceptedAt, since));
  return { peer: peer.party, pairId, outgoing, role: roleOf(seat), leg, talksForMs };
}
