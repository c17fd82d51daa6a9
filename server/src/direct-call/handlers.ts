import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, PairId, ServerId } from '#protocol/ids.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { directCallRequests } from '#protocol/signal/direct-call.ts';
import type { HandlerTable, ReplyOf } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { Presence, Session } from '#server/session.ts';
import { checkMayCall, checkMayCallHost, type Sides } from './access.ts';
import type { Inviting } from './inviting.ts';
import type { Action, Answer } from './messages.ts';
import type { OwnedCalls } from './owned-calls.ts';
import { type Address, isUnanswered, type OwnerQuestions } from './owner-questions.ts';
import type { Places } from './places.ts';
import type { Rings } from './rings.ts';
import { createTakeUp } from './take-up.ts';

export interface HandlersDeps {
  readonly db: Db;
  readonly serverId: ServerId;
  readonly presence: Pick<Presence, 'enterCall' | 'leaveCall'>;
  readonly ice: IceServers;
  readonly log: Logger;
  readonly owned: OwnedCalls;
  readonly rings: Rings;
  readonly places: Places;
  readonly questions: OwnerQuestions;
  readonly inviting: Inviting;
}

type Invited = ReplyOf<typeof directCallRequests, 'directCall.invite'>;

export interface Handlers {
  readonly handlers: HandlerTable<typeof directCallRequests, Session>;
  /** Asks the owner of a call in the session's name. Throws `call-not-found`, and what that one throws. */
  readonly ask: (session: Session, callId: CallId, action: Action) => Promise<Answer>;
}

/** What the sessions of this server ask for (SPEC.md, D). */
export function createHandlers(deps: HandlersDeps): Handlers {
  const { db, serverId, presence, ice, log, owned, rings, places, questions, inviting } = deps;

  const findAddress = ({ id }: Session, callId: CallId): Address | undefined =>
    owned.get(callId) ? { callId, ownerId: serverId } : (places.get(id, callId) ?? rings.get(callId));
  const addressOf = (session: Session, callId: CallId): Address => {
    const address = findAddress(session, callId);
    if (!address) throw new AppError('call-not-found');
    return address;
  };
  const ask: Handlers['ask'] = async (session, callId, action) =>
    await questions.ask(addressOf(session, callId), session, action);

  const inCall = async <Result>(session: Session, work: () => Promise<Result>): Promise<Result> => {
    presence.enterCall(session);
    try {
      return await work();
    } catch (error) {
      presence.leaveCall(session);
      throw error;
    }
  };

  /** The session must have entered the call in `presence` before. */
  const accept = async (session: Session, callId: CallId): Promise<{ peer: Party; room?: CallId }> => {
    const { ownerId } = addressOf(session, callId);
    // Before the owner knows: nothing that it says from then on may be missed.
    places.enter(callId, ownerId, session);
    const { peer, room } = await questions
      .ask({ callId, ownerId }, session, { type: 'accept' })
      .catch((error: unknown) => {
        places.leave(callId, session);
        throw error;
      });
    const entered = room ?? callId;
    if (room) {
      places.leave(callId, session);
      places.enter(room, ownerId, session);
    }
    // The session may have ended meanwhile, when no one knew yet that it was in the call.
    if (!session.live) {
      questions.deliver({ callId: entered, ownerId }, session, { type: 'session-ended', end: 'lost' });
      places.leave(entered, session);
      throw new AppError('session-required');
    }
    if (!peer) throw new AppError('call-not-found');
    return { peer, ...(room && { room }) };
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
  ): Promise<Invited> => {
    const invitees = await inviting.check(check);
    if (!session.live) throw new AppError('session-required');
    const { key, party: peer } = invitees.callee;
    return await inCall(session, async () => {
      inviting.requireRingable(session.partyKey, key);
      const callId = pairId === null ? null : await joinCrossing(session, peer);
      if (callId !== null) {
        session.notify('directCall.accepted', { callId, role: 'polite', ice: ice(session.partyKey) });
        return { callId, peer, ringsForMs: inviting.ringsForMs };
      }
      if (!session.live) throw new AppError('session-required');
      return inviting.invite(session, invitees, pairId, (begun) => places.enter(begun, serverId, session));
    });
  };

  const takeUp = createTakeUp(deps);

  const handlers: Handlers['handlers'] = {
    'directCall.invite': async (session, { pairId }) => {
      if (session.principal.kind === 'guest') throw new AppError('forbidden');
      return await invite(session, pairId, () => checkMayCall(db, session.partyKey, pairId));
    },

    'directCall.inviteHost': (session) =>
      invite(session, null, () => checkMayCallHost(db, session.principal, session.party)),

    'directCall.accept': async (session, { callId }) => {
      const { peer, room } = await inCall(session, () => accept(session, callId));
      return { peer, role: 'polite', ice: ice(session.partyKey), ...(room && { room: { callId: room } }) };
    },

    'directCall.decline': async (session, { callId }) => {
      await ask(session, callId, { type: 'decline' });
      return {};
    },

    'directCall.hangUp': async (session, { callId, reason }) => {
      const action = { type: 'hang-up', reason } as const;
      // An invitation has the owner of the call that it is for.
      const [current] = places.of(session);
      const address = findAddress(session, callId) ?? (current && { callId, ownerId: current.ownerId });
      if (!address) return {};
      try {
        await questions.ask(address, session, action);
      } catch (error) {
        // It has ended already (SPEC.md, D9).
        if (!(error instanceof AppError)) throw error;
        log.debug({ callId, code: error.code }, 'nothing to hang up');
        if (!isUnanswered(error)) return {};
        questions.deliver(address, session, action);
        places.end(session.id, callId, 'hung-up');
      }
      return {};
    },

    'directCall.signal': async (session, { callId, message, leg }) => {
      await ask(session, callId, { type: 'message', message, ...(leg !== undefined && { leg }) });
      return {};
    },

    'directCall.refreshIce': async (session, { callId }) => {
      await ask(session, callId, { type: 'check' });
      return ice(session.partyKey);
    },

    'directCall.report': async (session, { callId, relayed, bytesSent, bytesReceived, leg }) => {
      const bytes = bytesSent + bytesReceived;
      await ask(session, callId, { type: 'report', relayed, bytes, ...(leg !== undefined && { leg }) });
      return {};
    },

    'directCall.move': async (session, { callId, reason, invite: pairId }) => {
      const action = { type: 'move', reason, ...(pairId !== undefined && { invite: pairId }) } as const;
      const { invitation } = await ask(session, callId, action);
      return invitation ? { invitation } : {};
    },

    'directCall.share': async (session, { callId, source, on, trackId }) => {
      await ask(session, callId, { type: 'share', source, on, ...(trackId !== undefined && { trackId }) });
      return {};
    },

    'directCall.setRecording': async (session, { callId, on }) => {
      await ask(session, callId, { type: 'record', on });
      return {};
    },

    'directCall.say': async (session, { callId, text }) => {
      await ask(session, callId, { type: 'say', text: text.trim() });
      return {};
    },

    'directCall.takeUp': async (session, asked) => {
      // The session of a page that was reloaded is in the call all the while.
      const entered = places.of(session).some(({ callId }) => callId === asked.callId);
      const work = () => takeUp(session, asked);
      const { moved = false, place, messages = [] } = await (entered ? work() : inCall(session, work));
      return { moved, ice: ice(session.partyKey), ...(place && { place }), messages };
    },
  };
  return { handlers, ask };
}
