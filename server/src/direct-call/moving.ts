import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, PairId, ServerId } from '#protocol/ids.ts';
import type { directCallRequests } from '#protocol/signal/direct-call.ts';
import type { HandlerTable, ReplyOf } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { Presence, Session } from '#server/session.ts';
import { checkMayCall, checkMayMove, mayShare, offeredTo } from './access.ts';
import type { AskOwner } from './direct-calls.ts';
import type { HeardCalls } from './heard-calls.ts';
import type { Answer, Question } from './messages.ts';
import type { OwnedCalls } from './owned-calls.ts';

/** An owner that is being replaced is asked again so often, a little later each time. */
const TAKE_UP_ATTEMPTS = 5;
const TAKE_UP_PAUSE_MS = 300;

export interface MovingDeps {
  readonly db: Db;
  readonly serverId: ServerId;
  readonly presence: Pick<Presence, 'enterCall' | 'leaveCall'>;
  readonly ice: IceServers;
  readonly log: Logger;
  readonly ringTimeoutMs: number;
  readonly owned: OwnedCalls;
  readonly heard: HeardCalls;
  readonly ask: AskOwner;
  readonly askServer: (owner: ServerId, question: Question) => Promise<Answer>;
  readonly reachability: (key: Session['partyKey']) => 'busy' | 'offline' | null;
}

type MovingRequests = Pick<
  typeof directCallRequests,
  'directCall.move' | 'directCall.share' | 'directCall.setRecording' | 'directCall.takeUp'
>;
type Moved = ReplyOf<typeof directCallRequests, 'directCall.move'>;

/** What happens to a call while it lasts: it moves to a room, others are invited, something is shown, its server changes. */
export function createMovingHandlers(deps: MovingDeps): HandlerTable<MovingRequests, Session> {
  const { db, serverId, owned, heard, ask, presence, ice, log } = deps;

  /** Rings somebody who is to join the call in its room (SPEC.md, D12). */
  const ring = async (session: Session, callId: CallId, pairId: PairId): Promise<Moved> => {
    const { caller, callee } = await checkMayCall(db, session.partyKey, pairId);
    const invitation = crypto.randomUUID() as CallId;
    const { people = [] } = await ask(session, callId, { type: 'move', reason: 'invitation', invitation });
    const unreachable = people.some(({ id }) => id === callee.party.id)
      ? 'busy'
      : deps.reachability(callee.key);
    const joins = { callId, people };
    owned.invite({ callId: invitation, sessionId: session.id, pairId, caller, callee, unreachable, joins });
    log.info({ callId, invitation, unreachable }, 'invited into a call');
    return { invitation: { callId: invitation, peer: callee.party, ringsForMs: deps.ringTimeoutMs } };
  };

  const takeUp = async (session: Session, callId: CallId, before: Session['id']): Promise<boolean> => {
    const action = { type: 'take-up', before } as const;
    const question = { callId, sessionId: session.id, party: session.partyKey, serverId, action };
    for (let attempt = 1; ; attempt++) {
      const owner = owned.owns(callId) ? serverId : await owned.ownerOf(callId);
      if (owner === null) throw new AppError('call-not-found');
      try {
        const { moved = false } =
          owner === serverId ? owned.handle(question) : await deps.askServer(owner, question);
        heard.enter(callId, owner, session);
        return moved;
      } catch (error) {
        // Nobody answers under the owner's name: it is gone. Whoever claims the call first owns it.
        const gone = error instanceof AppError && error.code === 'service-unavailable';
        if (!gone || attempt === TAKE_UP_ATTEMPTS) throw error;
        if (!(await owned.claim(callId, owner))) await pause(attempt * TAKE_UP_PAUSE_MS);
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
      if (on && !mayShare(await offeredTo(db, { customerId }), source))
        throw new AppError('feature-disabled');
      await ask(session, callId, { type: 'share', source, on, ...(trackId !== undefined && { trackId }) });
      return {};
    },

    'directCall.setRecording': async (session, { callId, on }) => {
      const { customerId } = await ask(session, callId, { type: 'check' });
      if (!customerId) throw new AppError('call-not-found');
      if (on && !(await offeredTo(db, { customerId })).recording) throw new AppError('feature-disabled');
      await ask(session, callId, { type: 'record', on });
      return {};
    },

    'directCall.takeUp': async (session, { callId, before }) => {
      presence.enterCall(session);
      try {
        const moved = await takeUp(session, callId, before);
        return { moved, ice: ice(session.partyKey) };
      } catch (error) {
        presence.leaveCall(session);
        throw error;
      }
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
