import { withMessages } from '#client/call/messages.ts';
import type { MemberId } from '#protocol/ids.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { SignalNotices, SignalReply } from '#protocol/signal/contract.ts';
import type { ChatMessage, Member, Offered } from '#protocol/signal/group-call.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import { type MemberView, newView, sentBy, stay, takeOver } from './member-view.ts';
import type { Rung } from './rung.ts';

export type JoinReply = SignalReply<'groupCall.join'>;
/** What goes on of the media of a session that was lost. */
export type Resumed = NonNullable<JoinReply['resumed']>;

/** What is known of a room. */
export interface RoomView {
  readonly groupName: string;
  readonly self: Party;
  readonly owner: boolean;
  /** One may have the call recorded on the server, where `offered.recording` is on. */
  readonly mayRecordOnServer: boolean;
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
  /** Whom the owner, who is oneself, has rung. */
  readonly rung: readonly Rung[];
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  /** Id of the last message that was written before one joined; null: there was none. */
  readonly lastEarlier: string | null;
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
  const { groupName, self, owner, mayRecordOnServer = owner } = reply;
  const { activeSpeaker, locked, recordedByServer, offered } = reply;
  return {
    groupName,
    self,
    owner,
    mayRecordOnServer,
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
    rung: before?.rung ?? (reply.rung ?? []).map((one) => ({ ...one, state: 'ringing' })),
    messages: withMessages(before?.messages ?? [], reply.messages),
    lastEarlier: before ? before.lastEarlier : (reply.messages.at(-1)?.id ?? null),
  };
}

/** The same room after the loss of the session alone: who is not in it any more has left meanwhile. */
export function resumeRoom(before: RoomView, reply: JoinReply, { self }: Resumed): RoomView {
  const room = enterRoom(before, reply, 'node-lost');
  return {
    ...room,
    members: room.members.filter(({ memberId }) => memberId !== null),
    selfScore: before.selfScore,
    handRaisedAt: self.handRaisedAt,
    recording: self.recording,
  };
}

/**
 * Members after a rebuild, each on the tile and in the place that it had: those who are back, those who are still on their
 * way, and last the new ones. Two browsers of one user keep two tiles.
 */
function comeBack(before: readonly MemberView[], now: readonly Member[]): readonly MemberView[] {
  const arrived = [...now];
  const take = (matches: (member: Member) => boolean): Member | undefined => {
    const index = arrived.findIndex(matches);
    return index < 0 ? undefined : arrived.splice(index, 1)[0];
  };
  const stayed = new Map(before.map((old) => [old, take(({ memberId }) => memberId === old.memberId)]));
  const kept = before.map((old): MemberView => {
    const same = stayed.get(old);
    if (same) return stay(old, same);
    const member = take(({ party }) => partyKey(party) === partyKey(old.party));
    return member ? takeOver(old, member) : { ...old, memberId: null, producers: [], before: sentBy(old) };
  });
  return [...kept, ...arrived.map(newView)];
}
