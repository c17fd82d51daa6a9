import type { Party } from '#protocol/party.ts';
import type { ProducerInfo } from '#protocol/signal/group-call.ts';
import { stillMissing } from './member-view.ts';
import type { RoomView } from './room-view.ts';

/** A room that holds only the other side of a 1-to-1 call that moves. */
export const bridgedRoom = (self: Party, other: Party, sends: readonly ProducerInfo[]): RoomView => ({
  groupName: '',
  self,
  owner: false,
  mayRecordOnServer: false,
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
  rung: [],
  locked: false,
  // Told by the reply to the join, as `mayRecordOnServer` is.
  offered: { recording: false, shareCamera: true, shareScreen: false, sharePlayback: false },
  messages: [],
  lastEarlier: null,
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
