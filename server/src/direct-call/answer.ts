import { AppError } from '#protocol/app-error.ts';
import type { PairId, SessionId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { Db } from '#server/db/database.ts';
import type { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import type { IceServers } from '#server/ice-servers.ts';
import { checkMayMove, mayShare, offeredTo } from './access.ts';
import type { CallRights } from './call-rights.ts';
import { sendMessage } from './chat.ts';
import type { DirectCall } from './direct-call.ts';
import type { ParticipantId } from './machine.ts';
import type { Answer, Question } from './messages.ts';
import { present, reportOn } from './participant.ts';
import { record, share } from './sharing.ts';
import { takeUp } from './taking-up.ts';

export interface AnswerDeps {
  readonly db: Db;
  readonly heartbeat: Pick<ServerHeartbeat, 'now'>;
  readonly ice: IceServers;
  readonly rights: Pick<CallRights, 'unchanged'>;
  /** Rings someone who is to join the call, which moves first. */
  readonly inviteInto: (
    call: DirectCall,
    inviterId: ParticipantId,
    pairId: PairId,
    move: () => void,
  ) => Promise<NonNullable<Answer['invitation']>>;
}

/**
 * Does what a session in the call asks of its owner. Throws `call-not-found` to anyone who is not in the call, and
 * `call-state`.
 */
export async function answer(
  call: DirectCall,
  { sessionId, party, serverId, action }: Question,
  { db, heartbeat, ice, rights, inviteInto }: AnswerDeps,
): Promise<Answer> {
  const at = heartbeat.now();
  if (action.type === 'take-up')
    return takeUp(call, action, { sessionId, party, serverId }, { ice, now: at });
  const participantId = participantIdOf(call, sessionId, party);
  const participant = participantId && call.participants.get(participantId);
  if (!participant) throw tooLate(call, party);
  const requirePresent = () => {
    if (!present(call).some(([one]) => one === participantId)) throw refusal(call);
  };
  const requireRung = () => {
    if (participantId === 'caller' || call.state.tag !== 'ringing') throw refusal(call);
  };
  /** What they ask for must be allowed, and they may have left when that is known. */
  const requireOffered = async (isOffered: (offered: Awaited<ReturnType<typeof offeredTo>>) => boolean) => {
    const offered = await rights.unchanged(() => offeredTo(db, participant.identity));
    if (!isOffered(offered)) throw new AppError('feature-disabled');
    requirePresent();
  };
  switch (action.type) {
    case 'accept': {
      requireRung();
      const { peer } = participant;
      if (call.joins) return { peer: peer.party, room: call.joinBy({ sessionId, serverId }) };
      Object.assign(participant, { sessionId, serverId });
      call.dispatch({ type: 'accepted', at });
      return { peer: peer.party };
    }
    case 'decline':
      requireRung();
      call.dispatch({ type: 'declined', at });
      return {};
    case 'hang-up':
      call.dispatch({ type: 'hung-up', participantId, reason: action.reason, at });
      return {};
    case 'message': {
      requirePresent();
      const { message, leg } = action;
      call.dispatch({ type: 'signalled', from: participantId, message, leg });
      return {};
    }
    case 'check':
      requirePresent();
      return { people: call.people };
    case 'report': {
      const { leg = 0, relayed, bytes } = action;
      reportOn(participant, leg, { relayed, bytes });
      if (call.state.tag === 'ended') call.record.reportLate(participant);
      return {};
    }
    case 'away':
      if (action.away) call.dispatch({ type: 'session-away', participantId, away: true });
      else call.regain(participantId, participant);
      return {};
    case 'session-ended':
      if (action.end === 'server-closed') call.lose(participantId, participant);
      else call.dispatch({ type: 'session-ended', participantId, end: action.end, at });
      return {};
    case 'share':
      requirePresent();
      if (action.on) await requireOffered((offered) => mayShare(offered, action.source));
      share(call, participantId, participant, action);
      return {};
    case 'record':
      requirePresent();
      if (action.on) await requireOffered(({ recording }) => recording);
      record(call, participantId, participant, action.on);
      return {};
    case 'say':
      requirePresent();
      sendMessage(call, participant, action.text, at);
      return {};
    case 'move': {
      requirePresent();
      const { reason, invite } = action;
      await checkMayMove(db, participant.identity, reason);
      const move = () => {
        requirePresent();
        // Both may ask at the same moment, or again for another one: it moves once.
        if (call.state.tag === 'active') call.dispatch({ type: 'moved', reason });
      };
      if (invite) return { invitation: await inviteInto(call, participantId, invite, move) };
      move();
      return {};
    }
    case 'join-room':
      requirePresent();
      if (call.state.tag !== 'moved') throw new AppError('call-state');
      return { customerId: participant.identity.customerId };
  }
}

/** While it rings every session of the callee has a say; once it was answered only that one has. */
function participantIdOf(
  { participants, state }: DirectCall,
  sessionId: SessionId,
  party: PartyKey,
): ParticipantId | null {
  for (const [participantId, participant] of participants)
    if (participant.sessionId === sessionId) return participantId;
  const callee = participants.get('callee');
  const rings = callee?.sessionId === null && (state.tag === 'ringing' || state.tag === 'ended');
  return rings && callee.identity.key === party ? 'callee' : null;
}

/** Answered on another browser of the same party, which knew of the call; to all others there is none. */
const tooLate = ({ participants, state }: DirectCall, party: PartyKey): AppError => {
  const answered = state.tag === 'active' || state.tag === 'moved';
  return new AppError(
    answered && participants.get('callee')?.identity.key === party ? 'call-state' : 'call-not-found',
  );
};

const refusal = ({ state }: DirectCall): AppError =>
  new AppError(state.tag === 'ringing' || state.tag === 'active' ? 'call-state' : 'call-not-found');
