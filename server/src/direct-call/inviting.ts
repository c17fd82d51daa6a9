import { AppError } from '#protocol/app-error.ts';
import type { CallId, PairId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { directCallRequests } from '#protocol/signal/direct-call.ts';
import type { ReplyOf } from '#protocol/wire.ts';
import type { Session } from '#server/session.ts';
import { checkMayCall, type Sides } from './access.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallRights } from './call-rights.ts';
import type { DirectCall, Joins } from './direct-call.ts';
import type { ParticipantId } from './machine.ts';
import type { OwnedCalls } from './owned-calls.ts';
import { type Identity, newParticipant, type Participant } from './participant.ts';

export interface InvitingDeps
  extends Pick<
    CallDeps,
    'db' | 'serverId' | 'heartbeat' | 'presence' | 'push' | 'ringRate' | 'log' | 'ringTimeoutMs'
  > {
  readonly owned: OwnedCalls;
  readonly rights: Pick<CallRights, 'unchanged'>;
}

interface Invitees extends Sides {
  /** The callee can be rung although no page is open. */
  readonly byPush: boolean;
}
type Invited = ReplyOf<typeof directCallRequests, 'directCall.invite'>;
type Caller = Pick<Participant, 'sessionId' | 'serverId'>;

/** Begins calls, which this server owns (SPEC.md, D1, D2, D12). */
export class Inviting {
  readonly #deps: InvitingDeps;

  constructor(deps: InvitingDeps) {
    this.#deps = deps;
  }

  get ringsForMs(): number {
    return this.#deps.ringTimeoutMs;
  }

  /** The two sides of a call that may begin. */
  check(sides: () => Promise<Sides>): Promise<Invitees> {
    return this.#deps.rights.unchanged(async () => {
      const { caller, callee } = await sides();
      // The call that the caller has just left may be the one that the callee is in.
      await this.#deps.presence.settle(callee.key);
      return { caller, callee, byPush: await this.#deps.push.reaches(callee.key) };
    });
  }

  /**
   * Counts as a ring: everything that rings someone asks here first.
   *
   * @throws `too-many-requests`, `bus-unavailable`
   */
  requireRingable(caller: Identity, callee: PartyKey): void {
    this.#requireReachable(callee);
    this.#deps.ringRate.take(caller, callee);
  }

  /** @param onBegin is told the id of the call before anything is said about it */
  invite(
    session: Session,
    invitees: Invitees,
    pairId: PairId | null,
    onBegin: (callId: CallId) => void,
  ): Invited {
    const caller = { sessionId: session.id, serverId: this.#deps.serverId };
    const begun = this.#create(invitees, pairId, caller, null);
    onBegin(begun.id);
    return this.#ring(begun, invitees, this.#unreachable(invitees));
  }

  /**
   * Rings someone who is to join a call, which moves first.
   *
   * @throws what `check` and `requireRingable` throw; the call has not moved then
   */
  async inviteInto(
    call: DirectCall,
    inviterId: ParticipantId,
    pairId: PairId,
    move: () => void,
  ): Promise<Invited> {
    const inviter = call.participants.get(inviterId);
    if (!inviter) throw new AppError('call-not-found');
    const invitees = await this.check(() => checkMayCall(this.#deps.db, inviter.identity.key, pairId));
    const { callee } = invitees;
    this.requireRingable(inviter.identity, callee.key);
    move();
    const { people } = call;
    const isThere = people.some(({ id }) => id === callee.party.id);
    const invitation = this.#create(invitees, pairId, inviter, { call, inviterId, people });
    call.addInvitation(invitation);
    return this.#ring(invitation, invitees, isThere ? 'busy' : this.#unreachable(invitees));
  }

  #create(
    { caller, callee }: Sides,
    pairId: PairId | null,
    { sessionId, serverId }: Caller,
    joins: Joins | null,
  ): DirectCall {
    const calling = { identity: caller, peer: callee, outgoing: true, pairId, sessionId, serverId };
    const called = { identity: callee, peer: caller, outgoing: false, pairId };
    return this.#deps.owned.add({
      id: crypto.randomUUID() as CallId,
      state: { tag: 'ringing', invitedAt: this.#deps.heartbeat.now() },
      participants: new Map<ParticipantId, Participant>([
        ['caller', newParticipant(calling)],
        ['callee', newParticipant(called)],
      ]),
      joins,
    });
  }

  #ring(call: DirectCall, { callee }: Sides, unreachable: 'busy' | 'offline' | null): Invited {
    const { log, ringTimeoutMs: ringsForMs } = this.#deps;
    log.info({ callId: call.id, joins: call.joins?.call.id, unreachable }, 'call invited');
    call.ring(unreachable);
    return { callId: call.id, peer: callee.party, ringsForMs };
  }

  /** A call that its callee cannot hear of is none: it would leave a missed call behind that was never rung. */
  #requireReachable(callee: PartyKey): void {
    if (!this.#deps.presence.canReach(callee)) throw new AppError('bus-unavailable');
  }

  /** Why someone cannot be rung. Who is rung already is found where they are. */
  #unreachable({ callee, byPush }: Invitees): 'busy' | 'offline' | null {
    const state = this.#deps.presence.stateOf(callee.key);
    if (state === 'busy') return 'busy';
    return state === 'offline' && !byPush ? 'offline' : null;
  }
}
