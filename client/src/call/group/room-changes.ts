import { withMessages } from '#client/call/messages.ts';
import type { MemberId } from '#protocol/ids.ts';
import { partyKey } from '#protocol/party.ts';
import { type MemberView, newView, sentBy, stillMissing, takeOver } from './member-view.ts';
import type { RoomEvent, RoomView } from './room-view.ts';

/** Null: of a member that is not there. */
export function changeRoom(room: RoomView, event: RoomEvent, selfId: MemberId): RoomView | null {
  switch (event.type) {
    case 'groupCall.memberJoined': {
      const { member } = event;
      if (room.members.some((known) => known.memberId === member.memberId)) return null;
      const place = room.members.findIndex(
        (view) => view.memberId === null && partyKey(view.party) === partyKey(member.party),
      );
      const old = room.members[place];
      return {
        ...room,
        members: old ? room.members.with(place, takeOver(old, member)) : [...room.members, newView(member)],
      };
    }
    case 'groupCall.memberLeft': {
      // Joins again at once, as after a reload: the tile and its last picture stay (SPEC.md, G2).
      if (event.reason === 'replaced')
        return changeMember(room, event.memberId, (member) => ({
          memberId: null,
          producers: [],
          before: sentBy(member),
        }));
      const members = room.members.filter((member) => member.memberId !== event.memberId);
      if (members.length === room.members.length) return null;
      const activeSpeaker = room.activeSpeaker === event.memberId ? null : room.activeSpeaker;
      return { ...room, members, activeSpeaker };
    }
    case 'groupCall.memberAway':
      return changeMember(room, event.memberId, () => ({ away: event.away }));
    case 'groupCall.memberQualityChanged':
      if (event.memberId === selfId) return { ...room, selfScore: event.score };
      return changeMember(room, event.memberId, () => ({ score: event.score }));
    case 'groupCall.memberLinkChanged':
      return changeMember(room, event.memberId, () => ({ link: event.link }));
    case 'groupCall.producerOpened':
      return changeMember(room, event.memberId, (member) => {
        const { producer } = event;
        const others = member.producers.filter(({ producerId }) => producerId !== producer.producerId);
        const producers = [...others, producer];
        return { producers, before: stillMissing(member.before, producers) };
      });
    case 'groupCall.producerClosed':
      return changeMember(room, event.memberId, ({ producers }) => ({
        producers: producers.filter(({ producerId }) => producerId !== event.producerId),
      }));
    case 'groupCall.producerPaused':
      return changeMember(room, event.memberId, ({ producers }) => ({
        producers: producers.map((producer) =>
          producer.producerId === event.producerId ? { ...producer, paused: event.paused } : producer,
        ),
      }));
    case 'groupCall.activeSpeakerChanged':
      return { ...room, activeSpeaker: event.memberId };
    case 'groupCall.said': {
      const { type: _, ...message } = event;
      return { ...room, messages: withMessages(room.messages, [message]) };
    }
    case 'groupCall.handChanged': {
      const { memberId, raisedAt: handRaisedAt } = event;
      if (memberId === selfId) return { ...room, handRaisedAt };
      return changeMember(room, memberId, () => ({ handRaisedAt }));
    }
    case 'groupCall.recordingChanged': {
      const { memberId, on: recording } = event;
      if (memberId === selfId) return { ...room, recording };
      return changeMember(room, memberId, () => ({ recording }));
    }
    case 'groupCall.serverRecordingChanged':
      return { ...room, recordedByServer: event.on, recordingFault: event.on ? null : room.recordingFault };
    case 'recording.changed':
      return event.fault === null ? null : { ...room, recordingFault: event.fault };
    case 'groupCall.lockChanged':
      return { ...room, locked: event.locked };
    case 'groupCall.offeredChanged': {
      const { type: _, ...offered } = event;
      return { ...room, offered };
    }
  }
}

function changeMember(
  room: RoomView,
  memberId: MemberId,
  change: (member: MemberView) => Partial<MemberView>,
): RoomView | null {
  if (!room.members.some((member) => member.memberId === memberId)) return null;
  return {
    ...room,
    members: room.members.map((member) =>
      member.memberId === memberId ? { ...member, ...change(member) } : member,
    ),
  };
}
