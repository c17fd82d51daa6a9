import { AppError } from '#protocol/app-error.ts';
import type { CallId, ServerId } from '#protocol/ids.ts';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import type { ReplyOf } from '#protocol/wire.ts';
import { STALE_MS } from '#server/db/server-heartbeat.ts';
import { DirectCall, type DirectCallDeps, type DirectCallSpec } from './direct-call.ts';
import { claimLive } from './live-calls.ts';
import { answerManager, isManagerRequest } from './manager-requests.ts';
import {
  callSubject,
  isQuestion,
  type OwnerRequestName,
  type OwnerRequests,
  type Question,
  type Ring,
} from './messages.ts';
import { type Member, present } from './participant.ts';

/** What the owner of a call answers. */
export type Answer = <Name extends OwnerRequestName>(
  call: DirectCall,
  question: Question<Name>,
) => Promise<ReplyOf<OwnerRequests, Name>>;

export interface OwnedCallsDeps extends Omit<DirectCallDeps, 'onGone' | 'onTaken'> {
  readonly answer: Answer;
}

/** The calls that this server owns, each of which it serves the subject of. */
export class OwnedCalls {
  readonly #deps: OwnedCallsDeps;
  readonly #calls = new Map<CallId, { readonly call: DirectCall; readonly stopServing: () => void }>();
  #closed = false;

  constructor(deps: OwnedCallsDeps) {
    this.#deps = deps;
  }

  all(): readonly DirectCall[] {
    return [...this.#calls.values()].map(({ call }) => call);
  }

  get(callId: CallId): DirectCall | undefined {
    return this.#calls.get(callId)?.call;
  }

  add(spec: DirectCallSpec): DirectCall {
    const { bus, serverId, answer } = this.#deps;
    const call = new DirectCall(
      { ...this.#deps, onGone: ({ id }) => this.#remove(id), onTaken: ({ id }) => this.taken(id) },
      spec,
    );
    const stopServing = bus.serve(callSubject(call.id, serverId), async (question) => {
      if (isManagerRequest(question)) return answerManager(call, question, this.#deps.heartbeat.now());
      if (!isQuestion(question)) throw new AppError('invalid-payload');
      return await answer(call, question);
    });
    this.#calls.set(call.id, { call, stopServing });
    return call;
  }

  /** A call that rings, and not for one that has moved. */
  ringing(caller: PartyKey, callee: PartyKey): DirectCall | undefined {
    return this.all().find((call) => call.rings({ caller, callee }));
  }

  /**
   * Both call each other from two servers: of the two calls that with the greater id gives way (SPEC.md, D5). Whether that of
   * the other server may ring here.
   */
  yieldTo({ callId, caller, callee, joins }: Ring): boolean {
    const own = joins ? undefined : this.ringing(callee, partyKey(caller));
    if (own && own.id < callId) return false;
    own?.endUnreachable('busy');
    return true;
  }

  calleeArrived(key: PartyKey, serverId: ServerId): void {
    for (const call of this.all()) call.calleeArrived(key, serverId);
  }

  /** Takes the call over where its owner is gone; false where there is no such call, or another server was faster. */
  async claim(callId: CallId, from: ServerId): Promise<boolean> {
    const { db, serverId, heartbeat, log, tell } = this.#deps;
    if (this.#closed) return false;
    const steady = heartbeat.hasBeenSteady(STALE_MS);
    const revived = await claimLive(db, callId, { from, to: serverId, steady });
    // Closed meanwhile: the next one claims it from this server.
    if (!revived || this.#closed) return false;
    const call = this.add({ ...revived, saved: true });
    log.info({ callId }, 'call taken up');
    const servers = [...call.participants.values()].flatMap((participant) => participant.serverId ?? []);
    for (const server of new Set([...servers, from]))
      tell(server, { type: 'taken-up', callId, ownerId: serverId });
    // The sessions of servers that live are still there, or those servers tell when they are not.
    for (const [participantId, participant] of call.participants) {
      if (participant.serverId === null || !heartbeat.isAlive(participant.serverId))
        call.lose(participantId, participant);
    }
    return true;
  }

  /** Another server owns the call, or has found that it is over: nothing of it is decided here any more. */
  taken(callId: CallId): void {
    const call = this.get(callId);
    call?.record.forget();
    // What has ended here is kept for late reports.
    if (!call || call.state.tag === 'ended') return;
    this.#remove(callId);
    this.#deps.log.info({ callId }, 'call taken over by another server');
  }

  serverLost(serverId: ServerId): void {
    this.#eachOn(serverId, (call, { participantId, participant }) => call.lose(participantId, participant));
  }

  serverFound(serverId: ServerId): void {
    this.#eachOn(serverId, (call, { participantId, participant }) => {
      if (participant.takeUpTimer !== undefined) call.regain(participantId, participant);
    });
  }

  /** Those that ring end; those that were answered are left for another server, or the next run of this one, to take up. */
  close(): void {
    this.#closed = true;
    for (const call of this.all()) {
      const at = this.#deps.heartbeat.now();
      if (call.state.tag === 'ringing')
        call.dispatch({ type: 'session-ended', participantId: 'caller', end: 'lost', at });
      this.#remove(call.id);
    }
  }

  #eachOn(serverId: ServerId, act: (call: DirectCall, member: Member) => void): void {
    for (const call of this.all())
      for (const member of present(call)) if (member.participant.serverId === serverId) act(call, member);
  }

  #remove(callId: CallId): void {
    const owned = this.#calls.get(callId);
    this.#calls.delete(callId);
    owned?.stopServing();
    owned?.call.stop();
  }
}
