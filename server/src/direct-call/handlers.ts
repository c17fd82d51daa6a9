import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, PairId, SessionId } from '#protocol/ids.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { SignalPayload } from '#protocol/signal/contract.ts';
import type { directCallRequests } from '#protocol/signal/direct-call.ts';
import type { HandlerTable, ReplyOf } from '#protocol/wire.ts';
import type { Session } from '#server/session.ts';
import { checkMayCall, checkMayCallHost, type Sides } from './access.ts';
import { createAskToTakeUp } from './ask-to-take-up.ts';
import type { CallDeps } from './call-deps.ts';
import type { Inviting } from './inviting.ts';
import { ownerOf } from './live-calls.ts';
import type { OwnerRequestName, OwnerRequests, Question } from './messages.ts';
import type { OwnedCalls } from './owned-calls.ts';
import { type Address, isUnanswered, type OwnerQuestions } from './owner-questions.ts';
import type { Rings } from './rings.ts';
import type { Places } from './session-places.ts';

/** Time for the owner's answer to an accept, which may wait for the database. */
const ACCEPT_ASK_MS = 3_000;
/** How long someone who answers again in another session waits until this server rings, or the answer before is written down. */
const KNOWN_WITHIN_MS = 3_000;
const KNOWN_PAUSE_MS = 100;

export interface HandlersDeps extends Pick<CallDeps, 'db' | 'serverId' | 'presence' | 'ice' | 'log'> {
  readonly owned: OwnedCalls;
  readonly rings: Rings;
  readonly places: Places;
  readonly questions: OwnerQuestions;
  readonly inviting: Inviting;
}

type Requests = typeof directCallRequests;
type Reply<Name extends keyof Requests> = ReplyOf<Requests, Name>;

/** Asks the owner of a call in the session's name. Throws `call-not-found`, and what that one throws. */
export type AskOwner = <Name extends OwnerRequestName>(
  session: Session,
  request: Name,
  data: Question<Name>['data'],
) => Promise<ReplyOf<OwnerRequests, Name>>;

export interface Handlers {
  readonly handlers: HandlerTable<Requests, Session>;
  readonly ask: AskOwner;
}

/** What the sessions of this server ask for (SPEC.md, D). */
export function createHandlers(deps: HandlersDeps): Handlers {
  const { db, serverId, presence, ice, log, owned, rings, places, questions, inviting } = deps;
  const askToTakeUp = createAskToTakeUp(deps);

  const findAddress = ({ id }: Session, callId: CallId): Address | undefined =>
    owned.get(callId) ? { callId, ownerId: serverId } : (places.get(id, callId) ?? rings.get(callId));
  const addressOf = (session: Session, callId: CallId): Address => {
    const address = findAddress(session, callId);
    if (!address) throw new AppError('call-not-found');
    return address;
  };
  const ask: AskOwner = async (session, request, data) => {
    const { callId } = data;
    // A place is its own route: whoever follows its owner does so for all that is asked later.
    const route = places.get(session.id, callId) ?? { ...addressOf(session, callId) };
    return await questions.insist(route, session, request, data);
  };
  const pass =
    <Name extends OwnerRequestName>(request: Name) =>
    (session: Session, data: Question<Name>['data']) =>
      ask(session, request, data);

  const inCall = async <Result>(session: Session, work: () => Promise<Result>): Promise<Result> => {
    presence.enterCall(session);
    try {
      return await work();
    } catch (error) {
      presence.leaveCall(session);
      throw error;
    }
  };

  /** Throws `call-not-found` where the call that was answered `before` is unknown. */
  const addressBefore = async (session: Session, callId: CallId): Promise<Address> => {
    for (const deadline = performance.now() + KNOWN_WITHIN_MS; ; await sleep(KNOWN_PAUSE_MS)) {
      const ownerId = findAddress(session, callId)?.ownerId ?? (await ownerOf(db, callId));
      if (ownerId !== null) return { callId, ownerId };
      if (!session.live || performance.now() > deadline) throw new AppError('call-not-found');
    }
  };

  /** The session must have entered the call in `presence` before. */
  const accept = async (
    session: Session,
    callId: CallId,
    before?: SessionId,
  ): Promise<Reply<'directCall.accept'>> => {
    const address = before ? await addressBefore(session, callId) : addressOf(session, callId);
    // Before the owner knows: nothing that it says from then on may be missed.
    const place = places.enter(callId, address.ownerId, session);
    try {
      const data = { callId, ...(before && { before }) };
      const how = { timeoutMs: ACCEPT_ASK_MS, repeatable: true };
      const accepted = await rings.answer(callId, session, () =>
        questions.insist(place, session, 'directCall.accept', data, how),
      );
      const { ownerId } = place;
      const entered = accepted.room ?? { callId };
      if (accepted.room) {
        places.leave(callId, session);
        places.enter(entered.callId, ownerId, session);
      }
      const { endedBy } = session;
      if (endedBy === null) return accepted;
      // It has ended meanwhile, when no one knew yet that it was in the call.
      places.leave(entered.callId, session);
      questions.deliver({ ...entered, ownerId }, session, 'directCall.endSession', {
        ...entered,
        end: endedBy,
      });
      throw new AppError('session-required');
    } catch (error) {
      places.leave(callId, session);
      throw error;
    }
  };

  /** Takes part in a call of the callee to the caller that rings already, if there is one (SPEC.md, D5). */
  const joinCrossing = async (session: Session, callee: Party): Promise<CallId | null> => {
    const crossing = [partyKey(callee), session.partyKey] as const;
    const callId = rings.find(...crossing) ?? owned.ringing(...crossing)?.id;
    if (callId === undefined) return null;
    try {
      await accept(session, callId);
      return callId;
    } catch (error) {
      // It has ended, or was answered on another browser, at the same instant.
      if (error instanceof AppError && ['call-not-found', 'call-state'].includes(error.code)) return null;
      throw error;
    }
  };

  const invite = async (
    session: Session,
    pairId: PairId | null,
    check: () => Promise<Sides>,
  ): Promise<Reply<'directCall.invite'>> => {
    const invitees = await inviting.check(check);
    if (!session.live) throw new AppError('session-required');
    const { key, party: peer } = invitees.callee;
    return await inCall(session, async () => {
      inviting.requireRingable(invitees.caller, key);
      const callId = pairId === null ? null : await joinCrossing(session, peer);
      if (callId !== null) {
        session.notify('directCall.accepted', { callId, role: 'polite', ice: ice(session.partyKey) });
        return { callId, peer, ringsForMs: inviting.ringsForMs };
      }
      if (!session.live) throw new AppError('session-required');
      return inviting.invite(session, invitees, pairId, (begun) => places.enter(begun, serverId, session));
    });
  };

  /** Of a call that this server does not know the session to be in. */
  const addressToLeave = async (
    session: Session,
    { callId, before }: SignalPayload<'directCall.hangUp'>,
  ): Promise<Address | undefined> => {
    // An invitation has the owner of the call that it is for.
    const [current] = places.of(session);
    const ownerId = before ? await ownerOf(db, callId).catch(() => null) : current?.ownerId;
    return ownerId ? { callId, ownerId } : undefined;
  };

  const handlers: Handlers['handlers'] = {
    'directCall.invite': async (session, { pairId }) => {
      if (session.principal.kind === 'guest') throw new AppError('forbidden');
      return await invite(session, pairId, () => checkMayCall(db, session.partyKey, pairId));
    },
    'directCall.inviteHost': (session) =>
      invite(session, null, () => checkMayCallHost(db, session.principal, session.party)),
    'directCall.accept': (session, { callId, before }) =>
      inCall(session, () => accept(session, callId, before)),
    'directCall.decline': pass('directCall.decline'),

    'directCall.hangUp': async (session, data) => {
      const { callId } = data;
      const address = findAddress(session, callId) ?? (await addressToLeave(session, data));
      if (!address) return {};
      try {
        await questions.ask(address, session, 'directCall.hangUp', data);
      } catch (error) {
        // It has ended already (SPEC.md, D9).
        if (!(error instanceof AppError)) throw error;
        log.debug({ callId, code: error.code }, 'nothing to hang up');
        if (!isUnanswered(error)) return {};
        questions.deliver(address, session, 'directCall.hangUp', data);
        places.end(session.id, callId, 'hung-up');
      }
      return {};
    },

    'directCall.signal': pass('directCall.signal'),
    'directCall.refreshIce': pass('directCall.refreshIce'),
    'directCall.report': pass('directCall.report'),
    'directCall.move': pass('directCall.move'),
    'directCall.share': pass('directCall.share'),
    'directCall.setRecording': pass('directCall.setRecording'),
    'directCall.say': pass('directCall.say'),

    'directCall.takeUp': (session, asked) => {
      // The session of a page that was reloaded is in the call all the while.
      const entered = places.of(session).some(({ callId }) => callId === asked.callId);
      return entered ? askToTakeUp(session, asked) : inCall(session, () => askToTakeUp(session, asked));
    },
  };
  return { handlers, ask };
}
