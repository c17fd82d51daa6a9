import type { JoinReply } from '#client/call/group/room-view.ts';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { Member, ProducerInfo } from '#protocol/signal/group-call.ts';

const transport = {
  id: 't',
  iceParameters: { usernameFragment: 'u', password: 'p' },
  iceCandidates: [],
  dtlsParameters: { fingerprints: [] },
};

/** Someone in a call; `run` tells the room of one join from that of the next. */
export const memberOf = (name: string, run: number, producers: readonly ProducerInfo[]): Member => ({
  memberId: `${name}-${run}` as MemberId,
  party: { kind: 'user', id: name, name },
  owner: false,
  away: false,
  handRaisedAt: null,
  recording: false,
  link: null,
  producers: [...producers],
});

/** What the server answers to someone who joins these. */
export const joinReply = (run: number, ...members: readonly Member[]): JoinReply => ({
  roomId: `room-${run}` as RoomId,
  memberId: `me-${run}` as MemberId,
  routerRtpCapabilities: {},
  sendTransport: transport,
  receiveTransport: transport,
  members: [...members],
  activeSpeaker: null,
  locked: false,
  recordedByServer: false,
  messages: [],
  offered: { recording: false, shareCamera: true, shareScreen: false, sharePlayback: false },
  groupName: 'Tea',
  self: { kind: 'user', id: 'me', name: 'Me' },
  owner: false,
  ice: { iceServers: [], expiresInMs: null },
});
