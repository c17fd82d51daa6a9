import { withMessages } from '#client/call/messages.ts';
import type { MemberId } from '#protocol/ids.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { SignalNotices, SignalReply } from '#protocol/signal/contract.ts';
import type { ChatMessage, Member, Offered, ProducerInfo } from '#protocol/signal/group-call.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import type { PayloadOf } from '#protocol/wire.ts';

export type JoinReply = SignalReply<'groupCall.join'>;

/** Another member, with what stands on its tile. */
export interface MemberView extends Omit<Member, 'memberId'> {
  /** Null for one that was here before a rebuild and has not joined again yet. */
  readonly memberId: MemberId | null;
  /** Stays the same when the member comes back as a new one after a rebuild: the tile keeps its place and its picture. */
  readonly tile: string;
  /** 0 to 10: how well its media reaches the media node; null until it was told. */
  readonly score: number | null;
  /**
   * What it sent before a rebuild, until it sends all of it again: until then its tile shows the last picture. Null for
   * a member that is fully back.
   */
  readonly before: readonly ProducerInfo[] | null;
  /** Their media comes over another connection until it comes from the room (SPEC.md, D13). */
  readonly bridged?: true;
}

/** What is known of a room. */
export interface RoomView {
  readonly groupName: string;
  readonly self: Party;
  readonly owner: boolean;
  /** In the order in which they joined. */
  readonly members: readonly MemberView[];
  readonly activeSpeaker: MemberId | null;
  /** Of one's own media, as in `MemberView`. */
  readonly selfScore: number | null;
  /** Since when one's own hand is raised; null: it is not. */
  readonly handRaisedAt: string | null;
  /** One records the call in this browser, and all have been told so. */
  readonly recording: boolean;
  readonly recordedByServer: boolean;
  /** Why the recording on the server ended although no one stopped it; null once it records again. */
  readonly recordingFault: RecordingFault | null;
  readonly locked: boolean;
  /** What of sharing and recording is allowed to oneself. */
  readonly offered: Offered;
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
}

/** Notices that change nothing but what is known of the room. */
export const ROOM_NOTICES = [
  'groupCall.memberJoined',
  'groupCall.memberLeft',
  'groupCall.memberAway',
  'groupCall.producerOpened',
  'groupCall.producerPaused',
  'groupCall.activeSpeakerChanged',
  'groupCall.memberQualityChanged',
  'groupCall.memberLinkChanged',
  'groupCall.said',
  'groupCall.handChanged',
  'groupCall.recordingChanged',
  'groupCall.serverRecordingChanged',
  'groupCall.lockChanged',
  'groupCall.offeredChanged',
  'recording.changed',
] as const;

/** `producerClosed` may be of one's own as well. */
type RoomNoticeName = (typeof ROOM_NOTICES)[number] | 'groupCall.producerClosed';

/** What the media node tells of a room and its members. */
export type RoomEvent = {
  [Name in RoomNoticeName]: { readonly type: Name } & PayloadOf<SignalNotices, Name>;
}[RoomNoticeName];

/** A room that was just joined; `before` is what was known of the room that it replaces. */
export function enterRoom(
  before: RoomView | null,
  reply: JoinReply,
  /** Why a recording that the server made has ended with the room before. */
  faultOfMove: RecordingFault,
): RoomView {
  const { groupName, self, owner, activeSpeaker, locked, recordedByServer, offered } = reply;
  return {
    groupName,
    self,
    owner,
    activeSpeaker,
    members: comeBack(before?.members ?? [], reply.members),
    selfScore: null,
    handRaisedAt: null,
    recording: false,
    recordedByServer,
    // The one that would tell of it has died with the room.
    recordingFault:
      before?.recordedByServer && !recordedByServer ? faultOfMove : (before?.recordingFault ?? null),
    locked,
    offered,
    messages: withMessages(before?.messages ?? [], reply.messages),
  };
}

/**
 * Members after a rebuild, each on the tile and in the place that it had: those who are back, those who are still on their
 * way, and last the new ones. Two browsers of one user keep two tiles.
 */
function comeBack(before: readonly MemberView[], now: readonly Member[]): readonly MemberView[] {
  const arrived = [...now];
  const kept = before.map((old): MemberView => {
    const index = arrived.findIndex((member) => partyKey(member.party) === partyKey(old.party));
    const [member] = index >= 0 ? arrived.splice(index, 1) : [];
    return member ? takeOver(old, member) : { ...old, memberId: null, producers: [], before: sentBy(old) };
  });
  return [...kept, ...arrived.map(newView)];
}

const newView = (member: Member): MemberView => ({
  ...member,
  tile: member.memberId,
  score: null,
  before: null,
});

const takeOver = (old: MemberView, member: Member): MemberView => ({
  ...member,
  tile: old.tile,
  score: null,
  ...(old.bridged && { bridged: old.bridged }),
  before: stillMissing(sentBy(old), member.producers),
});

/** Of a member that had not come back before the next rebuild, what it sent before the first one. */
const sentBy = (view: MemberView): readonly ProducerInfo[] => view.before ?? view.producers;

/** Null once everything that was sent before is sent again. */
const stillMissing = (
  before: readonly ProducerInfo[] | null,
  now: readonly ProducerInfo[],
): readonly ProducerInfo[] | null =>
  before?.some(({ source }) => !now.some((producer) => producer.source === source)) ? before : null;

/** A room that holds only the other side of a 1-to-1 call that moves. */
export const bridgedRoom = (self: Party, other: Party, sends: readonly ProducerInfo[]): RoomView => ({
  groupName: '',
  self,
  owner: false,
  members: [
    {
      memberId: null,
      tile: BRIDGED_TILE,
      party: other,
      owner: false,
      away: false,
      handRaisedAt: null,
      recording: false,
      link: null,
      producers: [],
      score: null,
      before: sends,
      bridged: true,
    },
  ],
  activeSpeaker: null,
  selfScore: null,
  handRaisedAt: null,
  recording: false,
  recordedByServer: false,
  recordingFault: null,
  locked: false,
  // Told by the reply to the join.
  offered: { recording: false, shareCamera: true, shareScreen: false, sharePlayback: false },
  messages: [],
});

/** There is one such tile at most: a 1-to-1 call has one other side. */
export const BRIDGED_TILE = 'bridged';

/** Null: no one is bridged under that tile. */
export function changeBridge(
  room: RoomView,
  tile: string,
  sends: readonly ProducerInfo[] | null,
): RoomView | null {
  const place = room.members.findIndex((member) => member.tile === tile && member.bridged);
  const old = room.members[place];
  if (!old) return null;
  if (sends) {
    const before = old.memberId === null ? sends : stillMissing(sends, old.producers);
    return { ...room, members: room.members.with(place, { ...old, before }) };
  }
  // A member that never joined the room is gone with the other connection.
  if (old.memberId === null) return { ...room, members: room.members.toSpliced(place, 1) };
  const { bridged: _, ...member } = old;
  return { ...room, members: room.members.with(place, { ...member, before: null }) };
}

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
