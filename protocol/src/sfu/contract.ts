import { type Static, Type } from 'typebox';
import { BitRatesSchema } from '#protocol/bit-rates.ts';
import {
  GuestLinkIdSchema,
  InstallationIdSchema,
  MemberIdSchema,
  NodeIdSchema,
  RoomIdSchema,
} from '#protocol/ids.ts';
import { MAX_CHAT_CHARACTERS } from '#protocol/limits.ts';
import {
  DtlsParametersSchema,
  IceParametersSchema,
  MediaKindSchema,
  MediaObjectIdSchema,
  MediaSourceSchema,
  RtpCapabilitiesSchema,
  RtpParametersSchema,
  ScoreSchema,
  TransportOptionsSchema,
} from '#protocol/media.ts';
import { PartySchema } from '#protocol/party.ts';
import {
  JoinReplySchema,
  LeaveReasonSchema,
  LinkSchema,
  type roomNotices,
} from '#protocol/signal/group-call.ts';
import { type AnyNotice, notice, type PayloadOf, type ReplyOf, request } from '#protocol/wire.ts';
import { sfuFilmNotices, sfuFilmRequests } from './film.ts';
import { sfuRecordingNotices, sfuRecordingRequests } from './recording.ts';

const Empty = Type.Object({});

const RoomListedSchema = Type.Object({
  roomId: RoomIdSchema,
  fence: Type.Integer(),
  members: Type.Array(
    Type.Object({
      memberId: MemberIdSchema,
      /** Lasting notices (see `isLasting`) sent to the member since it joined; a server that has received fewer lost some. */
      noticesSent: Type.Integer({ minimum: 0 }),
    }),
  ),
});
export type RoomListed = Static<typeof RoomListedSchema>;
/** The member in whose name the server asks. The media node trusts the server that it may. */
const MemberReference = { roomId: RoomIdSchema, memberId: MemberIdSchema };
/** What a member's transports have carried. */
const MeasuredSchema = Type.Object({
  /** Sent and received. */
  bytes: Type.Integer({ minimum: 0 }),
  /** From which its media came: of the tuples that ICE has selected. */
  addresses: Type.Array(Type.String()),
});
const InspectedMemberSchema = Type.Object({
  memberId: MemberIdSchema,
  party: PartySchema,
  owner: Type.Boolean(),
  away: Type.Boolean(),
  link: Type.Union([LinkSchema, Type.Null()]),
  /** Null before any media has arrived. */
  quality: Type.Union([ScoreSchema, Type.Null()]),
  /** What is sent and not muted. */
  sources: Type.Array(MediaSourceSchema),
  /** Absent from nodes of the version before. */
  bitRates: Type.Optional(Type.Union([BitRatesSchema, Type.Null()])),
});
export type InspectedMember = Static<typeof InspectedMemberSchema>;
export type Measured = Static<typeof MeasuredSchema>;
const producerRequest = () =>
  request(Type.Object({ ...MemberReference, producerId: MediaObjectIdSchema }), Empty);
const consumerRequest = () =>
  request(Type.Object({ ...MemberReference, consumerId: MediaObjectIdSchema }), Empty);
/**
 * Under which id the server that asks has had the member join. The request is ignored once another server has resumed the
 * member; absent, from servers of the version before, it is not.
 */
const Claim = { claim: Type.Optional(MemberIdSchema) };

/**
 * Server → media node, as `SfuRequestFrameSchema` says, on the bus subject `sfuSubject(nodeId)`. Names mirror the
 * signalling requests they serve.
 */
export const sfuRequests = {
  /**
   * Opens the room if it is not there. `fence` is the lease's (SPEC.md, N4): a newer one replaces the room that the node
   * has; an older one, and that of a room already reported by `room.emptied`, fails with `conflict`: take a new lease and
   * ask again. Fails with `media-node-unavailable` where the node drains or has no worker: ask another node; with
   * `room-locked` and `member-removed` as SPEC.md, G11 says. Of a member that is in the room already the new participation
   * replaces the old one.
   */
  'room.join': request(
    Type.Object({
      ...MemberReference,
      fence: Type.Integer({ minimum: 1 }),
      party: PartySchema,
      owner: Type.Boolean(),
      /** Members at most; `room-full` beyond. The owner always gets in. */
      capacity: Type.Integer({ minimum: 2 }),
      /** Of `capacity`, guests at most. */
      guestCapacity: Type.Optional(Type.Integer({ minimum: 1 })),
      /** A guest's link. */
      guest: Type.Optional(
        Type.Object({
          linkId: GuestLinkIdSchema,
          /** Guests of the link at once; `guest-link-full` beyond. */
          maxGuests: Type.Integer({ minimum: 1 }),
          /** No new guests from this network: `member-removed` for a guest who was not in the room. */
          onlyReturning: Type.Boolean(),
        }),
      ),
      /** The same person's last participation, which this one replaces; ignored if unknown. */
      replaces: Type.Optional(MemberReference.memberId),
      /** `replaces` is not replaced but goes on, if it has media that flows: the reply has its id, and `resumed`. */
      resume: Type.Optional(Type.Boolean()),
    }),
    JoinReplySchema,
  ),
  'room.ready': request(Type.Object({ ...MemberReference, rtpCapabilities: RtpCapabilitiesSchema }), Empty),
  /**
   * Unknown members and rooms are ignored. The node answers what the member has sent and received, even if
   * the node itself removed it some minutes ago.
   */
  'room.leave': request(
    Type.Object({ ...MemberReference, ...Claim, reason: LeaveReasonSchema }),
    Type.Object({ measured: Type.Optional(MeasuredSchema) }),
  ),
  'room.setAway': request(Type.Object({ ...MemberReference, ...Claim, away: Type.Boolean() }), Empty),
  /** Too often for one member: `too-many-requests`. */
  'room.say': request(
    Type.Object({ ...MemberReference, text: Type.String({ maxLength: MAX_CHAT_CHARACTERS }) }),
    Empty,
  ),
  'room.setHand': request(Type.Object({ ...MemberReference, raised: Type.Boolean() }), Empty),
  'room.setRecording': request(Type.Object({ ...MemberReference, on: Type.Boolean() }), Empty),
  'room.reportLink': request(Type.Object({ ...MemberReference, link: LinkSchema }), Empty),
  // In the name of the owner, which the server has made sure of; a target that is not in the room: `not-found`.
  'room.muteMember': request(
    Type.Object({ ...MemberReference, target: MemberIdSchema, source: MediaSourceSchema }),
    Empty,
  ),
  'room.lowerHand': request(Type.Object({ ...MemberReference, target: MemberIdSchema }), Empty),
  /**
   * The target's server hears `room.memberRemoved`. An owner is not removed: `forbidden`, but `byManager`; `memberId` is then
   * the target's own.
   */
  'room.removeMember': request(
    Type.Object({
      ...MemberReference,
      target: MemberIdSchema,
      byManager: Type.Optional(Type.Boolean()),
    }),
    Type.Object({ guestLinkId: Type.Optional(GuestLinkIdSchema) }),
  ),
  /** Whom the owner rings may come in, removed or locked out before or not (SPEC.md, G14). */
  'room.ring': request(
    Type.Object({ ...MemberReference, rung: Type.Pick(PartySchema, ['kind', 'id']) }),
    Empty,
  ),
  /** Who is in the room and how well their media arrives, for a manager who looks at the call. */
  'room.inspect': request(
    Type.Object({ roomId: RoomIdSchema }),
    Type.Object({ members: Type.Array(InspectedMemberSchema), recordedByServer: Type.Boolean() }),
  ),
  'room.setLocked': request(Type.Object({ ...MemberReference, locked: Type.Boolean() }), Empty),
  'media.connectTransport': request(
    Type.Object({
      ...MemberReference,
      transportId: MediaObjectIdSchema,
      dtlsParameters: DtlsParametersSchema,
    }),
    Empty,
  ),
  'media.restartIce': request(
    Type.Object({ ...MemberReference, transportId: MediaObjectIdSchema }),
    Type.Object({ iceParameters: IceParametersSchema }),
  ),
  'media.produce': request(
    Type.Object({
      ...MemberReference,
      transportId: MediaObjectIdSchema,
      kind: MediaKindSchema,
      source: MediaSourceSchema,
      rtpParameters: RtpParametersSchema,
      paused: Type.Boolean(),
    }),
    Type.Object({ producerId: MediaObjectIdSchema }),
  ),
  'media.pauseProducer': producerRequest(),
  'media.resumeProducer': producerRequest(),
  'media.closeProducer': producerRequest(),
  /** Closes the member's producers of a source; succeeds if there are none. */
  'media.closeSource': request(Type.Object({ ...MemberReference, source: MediaSourceSchema }), Empty),
  'media.pauseConsumer': consumerRequest(),
  'media.resumeConsumer': consumerRequest(),
  'media.setPreferredLayers': request(
    Type.Object({
      ...MemberReference,
      consumerId: MediaObjectIdSchema,
      spatialLayer: Type.Integer({ minimum: 0, maximum: 2 }),
    }),
    Empty,
  ),
  /**
   * Two transports that answer ICE and DTLS and carry nothing, one over UDP and one over TCP alone (SPEC.md, T). They close
   * by themselves; `too-many-requests` where as many are open as the node allows.
   */
  'selfTest.open': request(
    Type.Object({ dtlsParameters: DtlsParametersSchema }),
    Type.Object({ udp: TransportOptionsSchema, tcp: TransportOptionsSchema }),
  ),
  ...sfuRecordingRequests,
  ...sfuFilmRequests,
  /** That the node is on the bus. */
  'node.ping': request(Empty, Empty),
  /** The rooms that the node has. */
  'node.list': request(Empty, Type.Object({ rooms: Type.Array(RoomListedSchema) })),
  /**
   * This node no longer has the room's lease (SPEC.md, N8): its members are told to rebuild, and it closes. Unknown rooms
   * and fences are ignored.
   */
  'room.release': request(Type.Object({ roomId: RoomIdSchema, fence: Type.Integer() }), Empty),
  /** Takes no new rooms from now on; with `moveRooms`, members of existing rooms are told to rebuild elsewhere. */
  'node.drain': request(Type.Object({ moveRooms: Type.Boolean() }), Empty),
  /** Takes new rooms again. */
  'node.resume': request(Empty, Empty),
};
export type SfuRequests = typeof sfuRequests;

/** Media node → servers. */
export const sfuNotices = {
  /** Every `NODE_HEARTBEAT_MS`, and at once when something in it changes. */
  'node.heartbeat': notice(
    Type.Object({
      nodeId: NodeIdSchema,
      startedAt: Type.String({ format: 'date-time' }),
      /** Of the program; earlier ones do not say it. */
      version: Type.Optional(Type.String()),
      draining: Type.Boolean(),
      /** Share of its workers' cores in use, 0 to 1, the mean over the last heartbeat interval. */
      load: Type.Number({ minimum: 0, maximum: 1 }),
      workers: Type.Array(
        Type.Object({
          pid: Type.Integer(),
          load: Type.Number({ minimum: 0, maximum: 1 }),
          rooms: Type.Integer({ minimum: 0 }),
          consumers: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  ),
  /** An orderly end: the node and all of its rooms no longer exist. */
  'node.closed': notice(Type.Object({ nodeId: NodeIdSchema })),
  /** A room and its media no longer exist; its members must rebuild. */
  'room.lost': notice(
    Type.Object({
      nodeId: NodeIdSchema,
      roomId: RoomIdSchema,
      reason: Type.Union([Type.Literal('worker-died'), Type.Literal('node-draining')]),
    }),
  ),
  /**
   * The node itself has removed a member: its transports were gone for longer than `SFU_PEER_ORPHAN_S`. The other members
   * have been told; the member's session, if there still is one, must rebuild.
   */
  'room.memberLost': notice(
    Type.Object({ nodeId: NodeIdSchema, roomId: RoomIdSchema, memberId: MemberIdSchema }),
  ),
  /** The owner or a manager has put a member out; the others have been told. */
  'room.memberRemoved': notice(
    Type.Object({
      nodeId: NodeIdSchema,
      roomId: RoomIdSchema,
      memberId: MemberIdSchema,
      byManager: Type.Optional(Type.Boolean()),
    }),
  ),
  /** The last member has left a while ago and the room is closed; the lease can be given back. */
  'room.emptied': notice(Type.Object({ nodeId: NodeIdSchema, roomId: RoomIdSchema, fence: Type.Integer() })),
  ...sfuRecordingNotices,
  ...sfuFilmNotices,
  /** One notice for one or several members of a room, to be passed on as it is. */
  'room.said': notice(
    Type.Object({
      roomId: RoomIdSchema,
      to: Type.Array(MemberIdSchema, { minItems: 1 }),
      say: Type.Unsafe<AnyNotice<typeof roomNotices>>(
        Type.Object({ notice: Type.String(), data: Type.Object({}) }),
      ),
    }),
  ),
};
export type SfuNotices = typeof sfuNotices;
export type SfuRequestName = keyof SfuRequests;
export type SfuPayload<Name extends SfuRequestName> = PayloadOf<SfuRequests, Name>;
export type SfuReply<Name extends SfuRequestName> = ReplyOf<SfuRequests, Name>;
/** What travels on `SFU_NOTICES_SUBJECT`: `{ notice, data }`. */
export type SfuNotice = AnyNotice<SfuNotices>;
export type RoomNotice = AnyNotice<typeof roomNotices>;

const FLEETING: ReadonlySet<RoomNotice['notice']> = new Set([
  'groupCall.activeSpeakerChanged',
  'groupCall.consumerLayersChanged',
  'groupCall.memberAway',
  'groupCall.memberLinkChanged',
  'groupCall.memberQualityChanged',
]);
/** False for a notice that the next one of its kind corrects: a member who misses it is wrong for a moment only. */
export const isLasting = ({ notice }: RoomNotice): boolean => !FLEETING.has(notice);

export type NodeHeartbeat = Static<(typeof sfuNotices)['node.heartbeat']['payload']>;

/** What travels on `sfuSubject(nodeId)`; the reply is the bare reply of the request. */
export const SfuRequestFrameSchema = Type.Object({
  request: Type.String({ maxLength: 100 }),
  data: Type.Object({}),
});

/** Where a media node serves `sfuRequests`. */
export const sfuSubject = (nodeId: string): string => `sfu.${nodeId}`;
/** Where all media nodes publish `SfuNotice`s; every server subscribes. */
export const SFU_NOTICES_SUBJECT = 'sfu-notices';
/** Where servers answer media nodes, which ask with `{}`, to which installation the bus belongs. */
export const INSTALLATION_ID_SUBJECT = 'installation-id';
export const InstallationIdReplySchema = Type.Object({ installationId: InstallationIdSchema });
/** Servers publish here the id of a media node that was silent for too long. The node's supervisor then replaces it. */
export const SILENT_NODES_SUBJECT = 'silent-nodes';
