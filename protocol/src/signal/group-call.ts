import { type Static, Type } from 'typebox';
import { GroupIdSchema, MemberIdSchema, RoomIdSchema } from '#protocol/ids.ts';
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
import { IceConfigurationSchema, PartySchema } from '#protocol/party.ts';
import { notice, request } from '#protocol/wire.ts';

export const ProducerInfoSchema = Type.Object({
  producerId: MediaObjectIdSchema,
  kind: MediaKindSchema,
  source: MediaSourceSchema,
  /** Muted at its source. */
  paused: Type.Boolean(),
});
export type ProducerInfo = Static<typeof ProducerInfoSchema>;

export const MemberSchema = Type.Object({
  memberId: MemberIdSchema,
  party: PartySchema,
  /** The owner of the group: may mute, remove and lock. */
  owner: Type.Boolean(),
  /** Its socket is lost, its session in its grace time. */
  away: Type.Boolean(),
  producers: Type.Array(ProducerInfoSchema),
});
export type Member = Static<typeof MemberSchema>;

export const ConsumerOptionsSchema = Type.Object({
  consumerId: MediaObjectIdSchema,
  producerId: MediaObjectIdSchema,
  memberId: MemberIdSchema,
  kind: MediaKindSchema,
  source: MediaSourceSchema,
  rtpParameters: RtpParametersSchema,
  producerPaused: Type.Boolean(),
});
export type ConsumerOptions = Static<typeof ConsumerOptionsSchema>;

/** Everything a browser needs to take part, in one reply. Of its own two transports one sends and one receives. */
export const JoinReplySchema = Type.Object({
  roomId: RoomIdSchema,
  memberId: MemberIdSchema,
  routerRtpCapabilities: RtpCapabilitiesSchema,
  sendTransport: TransportOptionsSchema,
  receiveTransport: TransportOptionsSchema,
  /** The others, without oneself. */
  members: Type.Array(MemberSchema),
  activeSpeaker: Type.Union([MemberIdSchema, Type.Null()]),
});
export type JoinReply = Static<typeof JoinReplySchema>;

const Empty = Type.Object({});
const ProducerReference = Type.Object({ producerId: MediaObjectIdSchema });
const ConsumerReference = Type.Object({ consumerId: MediaObjectIdSchema });

/** A session is in at most one group call; all but `join` speak of that one and fail with `not-in-room` outside it. */
export const groupCallRequests = {
  'groupCall.join': request(
    Type.Object({ groupId: GroupIdSchema }),
    Type.Intersect([
      JoinReplySchema,
      Type.Object({
        groupName: Type.String(),
        self: PartySchema,
        owner: Type.Boolean(),
        ice: IceConfigurationSchema,
      }),
    ]),
  ),
  /** The device is loaded: from now on consumers are opened, first one for every producer there is. */
  'groupCall.ready': request(Type.Object({ rtpCapabilities: RtpCapabilitiesSchema }), Empty),
  'groupCall.connectTransport': request(
    Type.Object({ transportId: MediaObjectIdSchema, dtlsParameters: DtlsParametersSchema }),
    Empty,
  ),
  'groupCall.restartIce': request(
    Type.Object({ transportId: MediaObjectIdSchema }),
    Type.Object({ iceParameters: IceParametersSchema, ice: IceConfigurationSchema }),
  ),
  'groupCall.produce': request(
    Type.Object({
      transportId: MediaObjectIdSchema,
      kind: MediaKindSchema,
      source: MediaSourceSchema,
      rtpParameters: RtpParametersSchema,
      paused: Type.Boolean(),
    }),
    ProducerReference,
  ),
  'groupCall.pauseProducer': request(ProducerReference, Empty),
  'groupCall.resumeProducer': request(ProducerReference, Empty),
  'groupCall.closeProducer': request(ProducerReference, Empty),
  /** Consumers start paused, else the first key frame is lost before the browser can decode it (SPEC.md, G5). */
  'groupCall.resumeConsumer': request(ConsumerReference, Empty),
  'groupCall.pauseConsumer': request(ConsumerReference, Empty),
  /** A ceiling, not a demand: the bandwidth estimate may choose less. */
  'groupCall.setPreferredLayers': request(
    Type.Object({
      consumerId: MediaObjectIdSchema,
      spatialLayer: Type.Integer({ minimum: 0, maximum: 2 }),
    }),
    Empty,
  ),
  'groupCall.leave': request(Empty, Empty),
};

export const LeaveReasonSchema = Type.Union([
  Type.Literal('left'),
  Type.Literal('lost'),
  Type.Literal('removed'),
  Type.Literal('replaced'),
]);
export type LeaveReason = Static<typeof LeaveReasonSchema>;

/** Notices of a room that the media node says and the server passes on as they are. */
export const roomNotices = {
  'groupCall.memberJoined': notice(Type.Object({ member: MemberSchema })),
  'groupCall.memberLeft': notice(Type.Object({ memberId: MemberIdSchema, reason: LeaveReasonSchema })),
  'groupCall.memberAway': notice(Type.Object({ memberId: MemberIdSchema, away: Type.Boolean() })),
  'groupCall.producerOpened': notice(Type.Object({ memberId: MemberIdSchema, producer: ProducerInfoSchema })),
  'groupCall.producerClosed': notice(
    Type.Object({ memberId: MemberIdSchema, producerId: MediaObjectIdSchema }),
  ),
  'groupCall.producerPaused': notice(
    Type.Object({ memberId: MemberIdSchema, producerId: MediaObjectIdSchema, paused: Type.Boolean() }),
  ),
  'groupCall.consumerOpened': notice(ConsumerOptionsSchema),
  'groupCall.consumerClosed': notice(ConsumerReference),
  /** The layers that are sent now; null while there is not enough bandwidth for any. */
  'groupCall.consumerLayersChanged': notice(
    Type.Object({
      consumerId: MediaObjectIdSchema,
      spatialLayer: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
  /** Null: nobody speaks. */
  'groupCall.activeSpeakerChanged': notice(
    Type.Object({ memberId: Type.Union([MemberIdSchema, Type.Null()]) }),
  ),
  /** How well a member's own media reaches the media node: the worst of its producers. */
  'groupCall.memberQualityChanged': notice(Type.Object({ memberId: MemberIdSchema, score: ScoreSchema })),
};

export const groupCallNotices = {
  ...roomNotices,
  /** The room is gone, the call is not: join again at once, as a new member (SPEC.md, G9). */
  'groupCall.rebuildNeeded': notice(
    Type.Object({
      reason: Type.Union([
        Type.Literal('worker-died'),
        Type.Literal('node-lost'),
        Type.Literal('node-draining'),
      ]),
    }),
  ),
  /** The call is over for this member; it should not come back by itself. */
  'groupCall.ended': notice(
    Type.Object({
      reason: Type.Union([
        Type.Literal('removed'),
        Type.Literal('replaced'),
        Type.Literal('group-closed'),
        Type.Literal('service-disabled'),
      ]),
    }),
  ),
};
