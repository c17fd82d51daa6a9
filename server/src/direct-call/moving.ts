import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, PairId, ServerId } from '#protocol/ids.ts';
import type { directCallRequests } from '#protocol/signal/direct-call.ts';
import type { HandlerTable, PayloadOf, ReplyOf } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { PushRings } from '#server/push/push-rings.ts';
import type { Presence, Session } from '#server/session.ts';
import { checkMayCall, checkMayMove, mayShare, offeredTo } from './access.ts';
import type { Reachability } from './identity.ts';
import type { Answer, AskOwner } from './messages.ts';
import type { OwnedCalls } from './owned-calls.ts';
import { isUnanswered, type OwnerQuestions } from './owner-questions.ts';
import type { RemoteCalls } from './remote-calls.ts';

/**
 * How long an owner that does not answer is asked again: until it does, or counts as gone (`STALE_MS`) and is replaced. Less
 * than a client waits for an answer.
 */
const TAKE_UP_PATIENCE_MS = 8_000;
const TAKE_UP_ASK_MS = 1_000;
const TAKE_UP_PAUSE_MS = 250;

export interface MovingDeps {
  readonly db: Db;
  readonly serverId: ServerId;
  readonly presence: Pick<Presence, 'enterCall' | 'leaveCall'>;
  readonly ice: IceServers;
  readonly log: Logger;
  readonly ringTimeoutMs: number;
  readonly owned: OwnedCalls;
  readonly remoteCalls: RemoteCalls;
  readonly ask: AskOwner;
  readonly questions: OwnerQuestions;
  readonly push: Pick<PushRings, 'reaches'>;
  readonly reachability: Reachability;
  /** Throws `bus-unavailable`. */
  readonly requireReachable: (key: Session['partyKey']) => void;
}

type MovingRequests = Pick<
  typeof directCallRequests,
  'directCall.move' | 'directCall.share' | 'directCall.setRecording' | 'directCall.say' | 'directCall.takeUp'
>;
type Moved = ReplyOf<typeof directCallRequests, 'directCall.move'>;

/** What happens to a call while it lasts: it moves to a room, others are invited, something is shown, its server changes. */
export function createMovingHandlers(deps: MovingDeps): HandlerTable<MovingRequests, Session> {
  const { db, serverId, owned, remoteCalls, ask, presence, ice, log } = deps;

  /** Rings someone who is to join the call in its room (SPEC.md, D12). */
  const ring = async (session: Session, callId: CallId, pairId: PairId): Promise<Moved> => {
    const { caller, callee } = await checkMayCall(db, session.partyKey, pairId);
    deps.requireReachable(callee.key);
    const byPush = await deps.push.reaches(callee.key);
    const invitation = crypto.randomUUID() as CallId;
    const { people = [] } = await ask(session, callId, { type: 'move', reason: 'invitation', invitation });
    try {
      // Withdrawn while the owner was asked: nothing rings yet that would end with it.
      await checkMayCall(db, session.partyKey, pairId);
    } catch (error) {
      await ask(session, callId, { type: 'invitation-over', invitation });
      throw error;
    }
    const unreachable = people.some(({ id }) => id === callee.party.id)
      ? 'busy'
      : deps.reachability(callee, byPush);
    const joins = { callId, people };
    owned.invite({ callId: invitation, sessionId: session.id, pairId, caller, callee, unreachable, joins });
    log.info({ callId, invitation, unreachable }, 'invited into a call');
    return { invitation: { callId: invitation, peer: callee.party, ringsForMs: deps.ringTimeoutMs } };
  };

  const takeUp = async (
    session: Session,
    { callId, before, newPage }: PayloadOf<typeof directCallRequests, 'directCall.takeUp'>,
  ): Promise<Answer> => {
    const action = { type: 'take-up', before, ...(newPage !== undefined && { newPage }) } as const;
    const question = { callId, sessionId: session.id, party: session.partyKey, serverId, action };
    const deadline = performance.now() + TAKE_UP_PATIENCE_MS;
    // Whom its last page knew: that may be some moments ahead of what is written down.
    let known = before === session.id ? remoteCalls.ownerOf(callId) : undefined;
    for (;;) {
      const owner = owned.owns(callId) ? serverId : (known ?? (await owned.ownerOf(callId)));
      known = undefined;
      if (owner === null) throw new AppError('call-not-found');
      try {
        const { moved, place, messages } =
          owner === serverId
            ? owned.handle(question)
            : await deps.questions.askServer(owner, question, TAKE_UP_ASK_MS);
        remoteCalls.enter(callId, owner, session);
        return {
          ...(moved !== undefined && { moved }),
          ...(place && { place }),
          ...(messages && { messages }),
        };
      } catch (error) {
        // This server has claimed it for someone else, and is about to have it.
        const isComing = owner === serverId && !owned.owns(callId);
        if ((!isComing && !isUnanswered(error)) || performance.now() > deadline) throw error;
        // Its silence on the bus alone says nothing: the database knows whether it lives. Anyone who claims first owns the call.
        if (isComing || !(await owned.claim(callId, owner))) await pause(TAKE_UP_PAUSE_MS);
      }
    }
  };

  return {
    'directCall.move': async (session, { callId, reason, invite }) => {
      const { customerId } = await ask(session, callId, { type: 'check' });
      if (!customerId) throw new AppError('call-not-found');
      await checkMayMove(db, { customerId }, reason);
      if (invite) return await ring(session, callId, invite);
      await ask(session, callId, { type: 'move', reason });
      return {};
    },

    'directCall.share': async (session, { callId, source, on, trackId }) => {
      const { customerId } = await ask(session, callId, { type: 'check' });
      if (!customerId) throw new AppError('call-not-found');
      const share = (shown: boolean) =>
        ask(session, callId, {
          type: 'share',
          source,
          on: shown,
          ...(trackId !== undefined && { trackId }),
        });
      const isAllowed = async () => mayShare(await offeredTo(db, { customerId }), source);
      await announceIfAllowed(on, isAllowed, share);
      return {};
    },

    'directCall.setRecording': async (session, { callId, on }) => {
      const { customerId } = await ask(session, callId, { type: 'check' });
      if (!customerId) throw new AppError('call-not-found');
      const isAllowed = async () => (await offeredTo(db, { customerId })).recording;
      await announceIfAllowed(on, isAllowed, (recorded) =>
        ask(session, callId, { type: 'record', on: recorded }),
      );
      return {};
    },

    'directCall.say': async (session, { callId, text }) => {
      await ask(session, callId, { type: 'say', text: text.trim() });
      return {};
    },

    'directCall.takeUp': async (session, asked) => {
      // The session of a page that was reloaded is in the call all the while.
      const entered = remoteCalls.of(session).some(({ id }) => id === asked.callId);
      if (!entered) presence.enterCall(session);
      try {
        const { moved = false, place, messages = [] } = await takeUp(session, asked);
        return { moved, ice: ice(session.partyKey), ...(place && { place }), messages };
      } catch (error) {
        if (!entered) presence.leaveCall(session);
        throw error;
      }
    },
  };
}

/** Asks again afterwards: a withdrawal that came in between found nothing to end. */
async function announceIfAllowed(
  on: boolean,
  isAllowed: () => Promise<boolean>,
  announce: (on: boolean) => Promise<unknown>,
): Promise<void> {
  if (on && !(await isAllowed())) throw new AppError('feature-disabled');
  await announce(on);
  if (!on || (await isAllowed())) return;
  await announce(false);
  throw new AppError('feature-disabled');
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
