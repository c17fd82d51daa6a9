import { chatText } from '#platform/chat/chat-text.ts';
import { AppError } from '#protocol/app-error.ts';
import type { SessionId } from '#protocol/ids.ts';
import type { Offered } from '#protocol/signal/group-call.ts';
import type { HandlerTable, ReplyOf } from '#protocol/wire.ts';
import { isNews, stateOf } from '#server/experience.ts';
import { checkMayMove, mayShare, offeredTo } from './access.ts';
import { answeredBefore, answerTakeUp } from './answer-take-up.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallRights } from './call-rights.ts';
import { sendMessage } from './chat.ts';
import type { DirectCall } from './direct-call.ts';
import type { Inviting } from './inviting.ts';
import { measuredLink } from './measured-link.ts';
import type { Asker, OwnerRequestName, OwnerRequests, Question } from './messages.ts';
import type { Answer } from './owned-calls.ts';
import { enterSession, hadSession, isSide, type Member, present, reportOn } from './participant.ts';
import { record, share } from './sharing.ts';

interface Asked {
  readonly call: DirectCall;
  readonly asker: Asker;
}

export interface AnswerDeps extends Pick<CallDeps, 'db' | 'heartbeat' | 'ice' | 'recordedChat'> {
  readonly rights: Pick<CallRights, 'unchanged'>;
  readonly inviting: Pick<Inviting, 'inviteInto'>;
}

/** Does what a session asks of its call. Throws `call-not-found` to anyone who is not in it, and `call-state`. */
export function createAnswer({ db, heartbeat, ice, recordedChat, rights, inviting }: AnswerDeps): Answer {
  const handlers: HandlerTable<OwnerRequests, Asked> = {
    'directCall.accept': async (asked, { before }) => {
      const { call, asker } = asked;
      const isAgain = answeredBefore(call, before, asker, ice);
      const { participant } = isAgain ? memberOf(asked) : rung(asked);
      const reply = { peer: participant.peer.party, role: 'polite', ice: ice(asker.party) } as const;
      if (call.joins) return { ...reply, room: { callId: call.joinBy(asker) } };
      if (!isAgain) {
        enterSession(participant, asker);
        call.dispatch({ type: 'accepted', at: heartbeat.now() });
      }
      await call.announced;
      const { leg, state } = call;
      return {
        ...reply,
        ...(leg > 0 && { leg }),
        ...(state.tag === 'moved' && { room: { callId: call.id } }),
      };
    },

    'directCall.decline': (asked) => {
      rung(asked);
      asked.call.dispatch({ type: 'declined', at: heartbeat.now() });
      return {};
    },

    'directCall.hangUp': (asked, { reason, before }) => {
      const { participantId } = memberOf(asked, before);
      asked.call.dispatch({ type: 'hung-up', participantId, reason, at: heartbeat.now() });
      return {};
    },

    'directCall.signal': (asked, { message, leg }) => {
      asked.call.dispatch({ type: 'signalled', from: presentIn(asked).participantId, message, leg });
      return {};
    },

    'directCall.refreshIce': (asked) => {
      presentIn(asked);
      return ice(asked.asker.party);
    },

    'directCall.report': (asked, { relayed, bytesSent, bytesReceived, leg = 0, link, experience = null }) => {
      const { participant } = memberOf(asked);
      if (leg > asked.call.leg) throw new AppError('call-state', { message: 'The call has no such leg' });
      const counted = { leg, bytesSent, bytesReceived };
      if (link) participant.link = measuredLink(participant.link, link, counted, heartbeat.now());
      const before = participant.report?.relayed;
      reportOn(participant, leg, { relayed, bytes: bytesSent + bytesReceived, experience });
      const connection = link ? stateOf(link) : participant.connection;
      const isOther = isNews(participant.connection, connection);
      if (isOther) participant.connection = connection;
      if (asked.call.state.tag === 'ended') asked.call.record.reportLate(participant);
      else if (participant.report?.relayed !== before || isOther) asked.call.save();
      return {};
    },

    'directCall.share': async (asked, { source, on, trackId }) => {
      if (on) await requireOffered(asked, (offered) => mayShare(offered, source));
      share(asked.call, presentIn(asked), source, on, trackId);
      return {};
    },

    'directCall.setRecording': async (asked, { on }) => {
      if (on) await requireOffered(asked, ({ recording }) => recording);
      record(asked.call, presentIn(asked), on);
      return {};
    },

    'directCall.say': (asked, { text }) => {
      const { participant } = presentIn(asked);
      const said = chatText(text);
      sendMessage(asked.call, participant, said, heartbeat.now());
      // The server records in rooms alone.
      if (asked.call.state.tag === 'moved')
        recordedChat.said(asked.call.id, participant.identity.party, said);
      return {};
    },

    'directCall.move': async (asked, { reason, invite }) => {
      const { call } = asked;
      const { participantId, participant } = presentIn(asked);
      await checkMayMove(db, participant.identity, reason);
      const move = () => {
        presentIn(asked);
        // Both may ask at the same moment, or again for another one: it moves once.
        if (call.state.tag === 'active') call.dispatch({ type: 'moved', reason });
      };
      if (invite) return { invitation: await inviting.inviteInto(call, participantId, invite, move) };
      move();
      return {};
    },

    'directCall.takeUp': ({ call, asker }, asked) =>
      answerTakeUp(call, asked, asker, { ice, now: heartbeat.now() }),

    'directCall.setAway': (asked, { away }) => {
      const { participantId, participant } = memberOf(asked);
      if (away) asked.call.dispatch({ type: 'session-away', participantId, away });
      else asked.call.regain(participantId, participant);
      return {};
    },

    'directCall.endSession': (asked, { end }) => {
      const { participantId, participant } = memberOf(asked);
      if (end === 'server-closed') asked.call.lose(participantId, participant);
      else asked.call.dispatch({ type: 'session-ended', participantId, end, at: heartbeat.now() });
      return {};
    },

    'directCall.look': (asked) => {
      const { call } = asked;
      const { customerId, key } = presentIn(asked).participant.identity;
      return {
        moved: call.state.tag === 'moved',
        people: call.people,
        customerId,
        isSide: isSide(call, key),
      };
    },
  };

  const requireOffered = async (asked: Asked, isOffered: (offered: Offered) => boolean) => {
    const { identity } = presentIn(asked).participant;
    const offered = await rights.unchanged(() => offeredTo(db, identity));
    if (!isOffered(offered)) throw new AppError('feature-disabled');
  };

  return async <Name extends OwnerRequestName>(
    call: DirectCall,
    { request, asker, data }: Question<Name>,
  ): Promise<ReplyOf<OwnerRequests, Name>> => {
    const handle: (
      asked: Asked,
      data: Question<Name>['data'],
    ) => Promise<ReplyOf<OwnerRequests, Name>> | ReplyOf<OwnerRequests, Name> = handlers[request];
    return await handle({ call, asker }, data);
  };
}

/** While it rings every session of the callee has a say; once it was answered only that one has, or who was in it `before`. */
function memberOf({ call, asker }: Asked, before?: SessionId): Member {
  const { participants, state } = call;
  for (const [participantId, participant] of participants) {
    const wasThere = before !== undefined && hadSession(participant, asker.party, before);
    if (wasThere || participant.sessionId === asker.sessionId) return { participantId, participant };
  }
  const callee = participants.get('callee');
  if (callee?.identity.key !== asker.party) throw new AppError('call-not-found');
  // Answered on another browser of theirs, which knew of the call.
  if (state.tag === 'active' || state.tag === 'moved') throw new AppError('call-state');
  if (callee.sessionId !== null) throw new AppError('call-not-found');
  return { participantId: 'callee', participant: callee };
}

function presentIn(asked: Asked): Member {
  const member = memberOf(asked);
  if (!present(asked.call).some((one) => one.participantId === member.participantId))
    throw refusal(asked.call);
  return member;
}

function rung(asked: Asked): Member {
  const member = memberOf(asked);
  if (member.participantId === 'caller' || asked.call.state.tag !== 'ringing') throw refusal(asked.call);
  return member;
}

const refusal = ({ state }: DirectCall): AppError =>
  new AppError(state.tag === 'ringing' || state.tag === 'active' ? 'call-state' : 'call-not-found');
