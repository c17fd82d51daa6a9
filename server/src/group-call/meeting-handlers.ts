import { sql } from 'kysely';
import type { AskNode } from '#platform/ask-node.ts';
import { chatText } from '#platform/chat/chat-text.ts';
import { AppError } from '#protocol/app-error.ts';
import type { groupCallRequests } from '#protocol/signal/group-call.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import { revokeGuestLinks } from '#server/auth/guest-link.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordedChat } from '#server/db/recorded-chat.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { Session } from '#server/session.ts';
import { type Membership, targetId } from './membership.ts';

type MeetingRequests = Pick<
  typeof groupCallRequests,
  | 'groupCall.say'
  | 'groupCall.setHand'
  | 'groupCall.setRecording'
  | 'groupCall.muteMember'
  | 'groupCall.lowerHand'
  | 'groupCall.removeMember'
  | 'groupCall.setLocked'
>;

export interface MeetingDeps {
  readonly db: Db;
  readonly events: DomainEvents;
  /** Throws `not-in-room`. */
  readonly memberOf: (session: Session) => Membership;
  readonly ask: AskNode;
  readonly recordedChat: RecordedChat;
}

/**
 * What members do in a call beside sending media. The room's node carries it out and tells everyone; who may is decided
 * here (SPEC.md, G10, G11).
 */
export function createMeetingHandlers({
  db,
  events,
  memberOf,
  ask,
  recordedChat,
}: MeetingDeps): HandlerTable<MeetingRequests, Session> {
  const ownerOf = (session: Session): Membership => {
    const membership = memberOf(session);
    if (!membership.participant.access.owner) throw new AppError('forbidden');
    return membership;
  };

  return {
    'groupCall.say': async (session, { text }) => {
      const { nodeId, roomId, memberId, participant } = memberOf(session);
      const said = chatText(text);
      await ask(nodeId, 'room.say', { roomId, memberId, text: said });
      recordedChat.said(targetId(participant.target), session.party, said);
      return {};
    },
    'groupCall.setHand': async (session, { raised }) => {
      const { nodeId, roomId, memberId } = memberOf(session);
      await ask(nodeId, 'room.setHand', { roomId, memberId, raised });
      return {};
    },
    'groupCall.setRecording': async (session, { on }) => {
      const membership = memberOf(session);
      if (on && !membership.participant.access.offered.recording) throw new AppError('feature-disabled');
      const { nodeId, roomId, memberId } = membership;
      // Before it is asked: a withdrawal of the feature meanwhile must find it.
      membership.recording = on;
      await ask(nodeId, 'room.setRecording', { roomId, memberId, on });
      return {};
    },
    'groupCall.muteMember': async (session, { memberId: target, source }) => {
      const { nodeId, roomId, memberId } = ownerOf(session);
      await ask(nodeId, 'room.muteMember', { roomId, memberId, target, source });
      return {};
    },
    'groupCall.lowerHand': async (session, { memberId: target }) => {
      const { nodeId, roomId, memberId } = ownerOf(session);
      await ask(nodeId, 'room.lowerHand', { roomId, memberId, target });
      return {};
    },
    'groupCall.removeMember': async (session, { memberId: target, withdrawLink = false }) => {
      const { nodeId, roomId, memberId } = ownerOf(session);
      const { guestLinkId } = await ask(nodeId, 'room.removeMember', { roomId, memberId, target });
      if (withdrawLink && guestLinkId !== undefined) {
        await changeAndAnnounce(db, events, (trx, publish) =>
          revokeGuestLinks({ db: trx, publish }, sql<boolean>`id = ${guestLinkId}`),
        );
      }
      return {};
    },
    'groupCall.setLocked': async (session, { locked }) => {
      const { nodeId, roomId, memberId } = ownerOf(session);
      await ask(nodeId, 'room.setLocked', { roomId, memberId, locked });
      return {};
    },
  };
}
