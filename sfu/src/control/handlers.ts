import type { SfuRequests } from '#protocol/sfu/contract.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import type { MediaNode } from '#sfu/media-node.ts';

/** What each request of the contract does; its payload has been checked. */
export const handlers: HandlerTable<SfuRequests, MediaNode> = {
  'room.join': (node, request) => node.join(request),
  'room.ready': (node, request) => {
    node.room(request.roomId).ready(request);
    return {};
  },
  'room.leave': (node, request) => node.leave(request),
  'room.setAway': (node, request) => {
    node.room(request.roomId).setAway(request);
    return {};
  },
  'room.say': (node, request) => {
    node.room(request.roomId).meeting.say(request);
    return {};
  },
  'room.setHand': (node, request) => {
    node.room(request.roomId).meeting.setHand(request);
    return {};
  },
  'room.setRecording': (node, request) => {
    node.room(request.roomId).meeting.setRecording(request);
    return {};
  },
  'room.reportLink': (node, { roomId, memberId, link }) => {
    node.room(roomId).peer(memberId).setLink(link);
    return {};
  },
  'room.muteMember': async (node, request) => {
    await node.room(request.roomId).meeting.muteMember(request);
    return {};
  },
  'room.lowerHand': (node, request) => {
    node.room(request.roomId).meeting.lowerHand(request);
    return {};
  },
  'room.removeMember': (node, request) => node.room(request.roomId).meeting.removeMember(request),
  'room.ring': (node, request) => {
    node.room(request.roomId).meeting.ring(request);
    return {};
  },
  'room.setLocked': (node, request) => {
    node.room(request.roomId).meeting.setLocked(request);
    return {};
  },
  'media.connectTransport': async (node, { roomId, memberId, transportId, dtlsParameters }) => {
    await node.room(roomId).peer(memberId).connect(transportId, dtlsParameters);
    return {};
  },
  'media.restartIce': async (node, { roomId, memberId, transportId }) => ({
    iceParameters: await node.room(roomId).peer(memberId).restartIce(transportId),
  }),
  'media.produce': (node, request) => node.room(request.roomId).produce(request),
  'media.pauseProducer': async (node, request) => {
    await node.room(request.roomId).pauseProducer(request, true);
    return {};
  },
  'media.resumeProducer': async (node, request) => {
    await node.room(request.roomId).pauseProducer(request, false);
    return {};
  },
  'media.closeProducer': (node, request) => {
    node.room(request.roomId).closeProducer(request);
    return {};
  },
  'media.pauseConsumer': async (node, { roomId, memberId, consumerId }) => {
    await node.room(roomId).peer(memberId).pauseConsumer(consumerId, true);
    return {};
  },
  'media.resumeConsumer': async (node, { roomId, memberId, consumerId }) => {
    await node.room(roomId).peer(memberId).pauseConsumer(consumerId, false);
    return {};
  },
  'media.setPreferredLayers': async (node, { roomId, memberId, consumerId, spatialLayer }) => {
    await node.room(roomId).peer(memberId).setPreferredLayers(consumerId, spatialLayer);
    return {};
  },
  'selfTest.open': (node, { dtlsParameters }) => node.openSelfTest(dtlsParameters),
  'recording.start': (node, request) => node.recordings.start(node.room(request.roomId), request),
  'recording.stop': (node, request) => {
    node.recordings.stop(request);
    return {};
  },
  'recording.inspect': (node, request) => node.recordings.inspect(request),
  'recording.read': (node, request) => node.recordings.read(request),
  'recording.remove': (node, request) => node.recordings.remove(request),
  'recording.list': (node) => node.recordings.list(),
  'node.ping': () => ({}),
  'node.list': (node) => ({ rooms: node.list() }),
  'room.release': (node, { roomId, fence }) => {
    node.release(roomId, fence);
    return {};
  },
  'node.drain': (node, { moveRooms }) => {
    node.drain(moveRooms);
    return {};
  },
};
