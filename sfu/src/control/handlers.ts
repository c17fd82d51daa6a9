import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { SfuRequests } from '#protocol/sfu/contract.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import type { Peer } from '#sfu/media/peer.ts';
import type { Room } from '#sfu/media/room.ts';
import type { MediaNode } from '#sfu/media-node.ts';

type Result = void | Promise<void>;

/** A request with an empty reply. */
const done =
  <Request>(handle: (node: MediaNode, request: Request) => Result) =>
  async (node: MediaNode, request: Request) => {
    await handle(node, request);
    return {};
  };

/** The same, on an existing room. */
const inRoom = <Request extends { readonly roomId: RoomId }>(
  handle: (room: Room, request: Request) => Result,
) => done<Request>((node, request) => handle(node.rooms.get(request.roomId), request));

/** The same, on a member of it. */
const asPeer = <Request extends { readonly roomId: RoomId; readonly memberId: MemberId }>(
  handle: (peer: Peer, request: Request) => Result,
) => inRoom<Request>((room, request) => handle(room.peers.get(request.memberId), request));

/** What each request of the contract does; its payload has been checked. */
export const handlers: HandlerTable<SfuRequests, MediaNode> = {
  'room.join': (node, request) => node.join(request),
  'room.ready': inRoom((room, request) => room.media.ready(request)),
  'room.leave': (node, request) => node.rooms.leave(request),
  'room.setAway': inRoom((room, request) => room.setAway(request)),
  'room.say': inRoom((room, request) => room.meeting.say(request)),
  'room.setHand': inRoom((room, request) => room.meeting.setHand(request)),
  'room.setRecording': inRoom((room, request) => room.meeting.setRecording(request)),
  'room.reportLink': asPeer((peer, { link }) => peer.setLink(link)),
  'room.muteMember': inRoom((room, request) => room.meeting.muteMember(request)),
  'room.lowerHand': inRoom((room, request) => room.meeting.lowerHand(request)),
  'room.removeMember': (node, request) => node.rooms.get(request.roomId).meeting.removeMember(request),
  'room.ring': inRoom((room, request) => room.meeting.ring(request)),
  'room.inspect': (node, { roomId }) => node.rooms.get(roomId).inspect(),
  'room.setLocked': inRoom((room, request) => room.meeting.setLocked(request)),
  'media.connectTransport': asPeer((peer, { transportId, dtlsParameters }) =>
    peer.transport(transportId).connect(dtlsParameters),
  ),
  'media.restartIce': async (node, { roomId, memberId, transportId }) => ({
    iceParameters: await node.rooms.get(roomId).peers.get(memberId).transport(transportId).restartIce(),
  }),
  'media.produce': (node, request) => node.rooms.get(request.roomId).media.produce(request),
  'media.pauseProducer': inRoom((room, request) => room.media.pauseProducer(request, true)),
  'media.resumeProducer': inRoom((room, request) => room.media.pauseProducer(request, false)),
  'media.closeProducer': inRoom((room, request) => room.media.closeProducer(request)),
  'media.closeSource': inRoom((room, request) => room.media.closeSource(request)),
  'media.pauseConsumer': asPeer((peer, { consumerId }) => peer.consumers.setPaused(consumerId, true)),
  'media.resumeConsumer': asPeer((peer, { consumerId }) => peer.consumers.setPaused(consumerId, false)),
  'media.setPreferredLayers': asPeer((peer, { consumerId, spatialLayer }) =>
    peer.consumers.setPreferredLayers(consumerId, spatialLayer),
  ),
  'selfTest.open': (node, { dtlsParameters }) => node.openSelfTest(dtlsParameters),
  'recording.start': (node, request) => node.recordings.start(node.rooms.get(request.roomId), request),
  'recording.stop': done((node, request) => node.recordings.stop(request)),
  'recording.inspect': (node, request) => node.recordings.inspect(request),
  'recording.read': (node, request) => node.recordings.store.read(request),
  'recording.remove': (node, request) => node.removeRecording(request),
  'recording.list': (node, request) => node.recordings.store.list(request),
  'recording.files': (node, request) => node.recordings.store.files(request),
  'film.compose': (node, request) => node.films.compose(request),
  'film.remove': done((node, request) => node.films.remove(request)),
  'node.ping': () => ({}),
  'node.list': (node) => ({ rooms: node.rooms.list() }),
  'room.release': done((node, request) => node.rooms.release(request)),
  'node.drain': done((node, { moveRooms }) => node.drain(moveRooms)),
  'node.resume': done((node) => node.setDraining(false)),
};
