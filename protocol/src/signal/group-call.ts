import { type Static, Type } from 'typebox';
import { CallIdSchema, GroupIdSchema, MemberIdSchema, PairIdSchema, RoomIdSchema } from '#protocol/ids.ts';
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
import { IceConfigurationSchema, PartySchema, PresenceStateSchema } from '#protocol/party.ts';
import { notice, request } from '#protocol/wire.ts';
import { CallMessageSchema, MessageTextSchema } from './chat.ts';
import { ExperienceSchema, QualitySchema } from './experience.ts';

const TimeSchema = Type.String({ format: 'date-time' });

/** What a room is for: the call of a group, or a 1-to-1 call that has moved to the media node (SPEC.md, D12). */
export const RoomTargetSchema = Type.Union([
  Type.Object({ kind: Type.Literal('group'), groupId: GroupIdSchema }),
  Type.Object({ kind: Type.Literal('call'), callId: CallIdSchema }),
]);
export type RoomTarget = Static<typeof RoomTargetSchema>;

export const ProducerInfoSchema = Type.Object({
  producerId: MediaObjectIdSchema,
  kind: MediaKindSchema,
  source: MediaSourceSchema,
  /** Muted at its source. */
  paused: Type.Boolean(),
});
export type ProducerInfo = Static<typeof ProducerInfoSchema>;

const ShareSchema = Type.Number({ minimum: 0, maximum: 1 });
/** A screen that shows a game has no more. */
const FramesPerSecondSchema = Type.Integer({ minimum: 0, maximum: 240 });

/** How a member's own browser measures its connection, both ways together; null or absent: not measured. */
export const LinkSchema = Type.Object({
  /** Share of the packets that were lost, 0 to 1: the worse direction. */
  loss: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
  /** There and back, to the media node. */
  roundTripMs: Type.Union([Type.Integer({ minimum: 0, maximum: 60_000 }), Type.Null()]),
  /** Share of received audio that the browser concealed. The worst sender counts. */
  concealed: Type.Optional(ShareSchema),
  /** Share of the time for which a received picture stood still: of the one that did longest. */
  frozen: Type.Optional(ShareSchema),
  /** How long received sound waits in the jitter buffer. */
  bufferMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  /** Frames a second of the picture that loses most of its frames on the way; absent: none does. */
  fps: Type.Optional(FramesPerSecondSchema),
  /** Frames a second of its own camera, which the others compare with what they receive. */
  sentFps: Type.Optional(FramesPerSecondSchema),
  /** Packets wait before its line, which carries no more: what is lost is too much for it. */
  full: Type.Optional(Type.Boolean()),
  /** The word that the member is shown itself; absent: by the figures (`protocol/src/call-quality.ts`). */
  quality: Type.Optional(QualitySchema),
});
export type Link = Static<typeof LinkSchema>;

export const MemberSchema = Type.Object({
  memberId: MemberIdSchema,
  party: PartySchema,
  /** The owner of the group: may mute, remove and lock. */
  owner: Type.Boolean(),
  /** Its socket is lost, its session in its grace time. */
  away: Type.Boolean(),
  /** Since when its hand is raised, by the media node's clock; null: it is not. Hands are taken in that order. */
  handRaisedAt: Type.Union([TimeSchema, Type.Null()]),
  /** Records the call in its browser. */
  recording: Type.Boolean(),
  /** Null until its browser has reported one. */
  link: Type.Union([LinkSchema, Type.Null()]),
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

/** A chat message of a member. */
export const ChatMessageSchema = Type.Object({ ...CallMessageSchema.properties, memberId: MemberIdSchema });
export type ChatMessage = Static<typeof ChatMessageSchema>;

/** Everything a browser needs to take part, in one reply. It has two transports: one sends, one receives. */
export const JoinReplySchema = Type.Object({
  roomId: RoomIdSchema,
  memberId: MemberIdSchema,
  routerRtpCapabilities: RtpCapabilitiesSchema,
  sendTransport: TransportOptionsSchema,
  receiveTransport: TransportOptionsSchema,
  /** The others, without oneself. */
  members: Type.Array(MemberSchema),
  activeSpeaker: Type.Union([MemberIdSchema, Type.Null()]),
  /** The room admits no new members (SPEC.md, G11). */
  locked: Type.Boolean(),
  /** The call is being recorded on the server. The members say who records in the browser. */
  recordedByServer: Type.Boolean(),
  /** What has been written lately, oldest first. */
  messages: Type.Array(ChatMessageSchema),
  /** One is still the member that one was, and one's transports, producers and consumers go on (SPEC.md, G18). */
  resumed: Type.Optional(
    Type.Object({
      self: MemberSchema,
      /** All that there are: the browser may have missed that some came or went. */
      consumers: Type.Array(ConsumerOptionsSchema),
    }),
  ),
});
export type JoinReply = Static<typeof JoinReplySchema>;

/** What a member may do in the call: the features of its customer, of the owner's for guests (SPEC.md, G3). */
export const OfferedSchema = Type.Object({
  /** In the browser. */
  recording: Type.Boolean(),
  shareCamera: Type.Boolean(),
  shareScreen: Type.Boolean(),
  sharePlayback: Type.Boolean(),
});
export type Offered = Static<typeof OfferedSchema>;

const Empty = Type.Object({});
const ProducerReference = Type.Object({ producerId: MediaObjectIdSchema });
const ConsumerReference = Type.Object({ consumerId: MediaObjectIdSchema });

/**
 * A session is in at most one group call; all but `look` and `join` speak of that one and fail with `not-in-room` outside
 * it.
 */
export const groupCallRequests = {
  /** What a member would be offered, asked before joining; refused to those who may not join (SPEC.md, G1). */
  'groupCall.look': request(
    Type.Object({ target: RoomTargetSchema }),
    Type.Object({
      /** As in the reply to `join`. */
      groupName: Type.String(),
      offered: OfferedSchema,
      /**
       * Whoever joins is recorded on the server: `running`, the call is being recorded; `automatic`, every call of the group is
       * (SPEC.md, R3).
       */
      recorded: Type.Optional(Type.Union([Type.Literal('running'), Type.Literal('automatic')])),
    }),
  ),
  'groupCall.join': request(
    Type.Object({
      target: RoomTargetSchema,
      /** Who the browser was in this call before, in a session that is lost: that member goes (SPEC.md, G2). */
      before: Type.Optional(MemberIdSchema),
      /** The browser's connections to the room of `before` are up: that member stays instead, if its media node has it still (SPEC.md, G18). */
      resume: Type.Optional(Type.Boolean()),
    }),
    Type.Intersect([
      JoinReplySchema,
      Type.Object({
        /** Empty for a call that belongs to no group. */
        groupName: Type.String(),
        self: PartySchema,
        owner: Type.Boolean(),
        /**
         * One may have the call recorded on the server, where `offered.recording` is on (SPEC.md, R1). Absent, from servers
         * of the version before: the owner of a group may.
         */
        mayRecordOnServer: Type.Optional(Type.Boolean()),
        offered: OfferedSchema,
        ice: IceConfigurationSchema,
        /** For the owner of a group: their rings that go on, e.g. from before a reload. */
        rung: Type.Optional(Type.Array(Type.Object({ pairId: PairIdSchema, party: PartySchema }))),
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
  /** Closes the member's producers of a source. For a producer whose id was lost with the answer to `produce` (SPEC.md, G17). */
  'groupCall.closeSource': request(Type.Object({ source: MediaSourceSchema }), Empty),
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
  /** Sent to everyone, including the sender (SPEC.md, G10). Blank: `invalid-payload`; too often: `too-many-requests`. */
  'groupCall.say': request(Type.Object({ text: MessageTextSchema }), Empty),
  'groupCall.setHand': request(Type.Object({ raised: Type.Boolean() }), Empty),
  /** That one records the call in the browser. Where the feature is off: `feature-disabled`. */
  'groupCall.setRecording': request(Type.Object({ on: Type.Boolean() }), Empty),
  /** What the others are to know of one's own connection (SPEC.md, G13). */
  'groupCall.reportLink': request(
    Type.Object({
      ...LinkSchema.properties,
      /** Of the whole participation so far (SPEC.md, Q). */
      experience: Type.Optional(ExperienceSchema),
    }),
    Empty,
  ),

  /**
   * By the owner of the group, else `forbidden`: every browser of a member pair's other side rings (SPEC.md, G14). The reply
   * is where they are: nothing rings but who is `online`, which someone is too who is rung by push. No verified pair of the group: `not-found`.
   * With `forThisCall` any verified pair of the owner's will do: its other side may join until the call is over.
   */
  'groupCall.ring': request(
    Type.Object({ pairId: PairIdSchema, forThisCall: Type.Optional(Type.Boolean()) }),
    Type.Object({ state: PresenceStateSchema }),
  ),
  /**
   * Ends a ring. A person who was rung with `forThisCall` and has not joined can no longer join. Only the owner of the group may
   * cancel, else `forbidden`.
   */
  'groupCall.cancelRing': request(Type.Object({ pairId: PairIdSchema }), Empty),
  /** Declines a ring: all browsers of this party stop ringing, and the owner gets `ringUnanswered`. No effect without a ring. */
  'groupCall.declineRing': request(Type.Object({ groupId: GroupIdSchema }), Empty),

  // Only by the owner of the group, else `forbidden`; of a member that is not there: `not-found` (SPEC.md, G11).
  /** At the source: the node pauses its producer. The member can resume it. */
  'groupCall.muteMember': request(
    Type.Object({ memberId: MemberIdSchema, source: MediaSourceSchema }),
    Empty,
  ),
  'groupCall.lowerHand': request(Type.Object({ memberId: MemberIdSchema }), Empty),
  /**
   * It cannot come back into this call, a guest not by this link: `member-removed`. With `withdrawLink` the link of a guest
   * is withdrawn as well, which removes everyone who joined by it.
   */
  'groupCall.removeMember': request(
    Type.Object({ memberId: MemberIdSchema, withdrawLink: Type.Optional(Type.Boolean()) }),
    Empty,
  ),
  /** Who was not in the call before is refused with `room-locked`. */
  'groupCall.setLocked': request(Type.Object({ locked: Type.Boolean() }), Empty),

  'groupCall.leave': request(Type.Object({ experience: Type.Optional(ExperienceSchema) }), Empty),
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
  /** Null: no one is speaking. */
  'groupCall.activeSpeakerChanged': notice(
    Type.Object({ memberId: Type.Union([MemberIdSchema, Type.Null()]) }),
  ),
  /** How well a member's own media reaches the media node: the worst of its producers. */
  'groupCall.memberQualityChanged': notice(Type.Object({ memberId: MemberIdSchema, score: ScoreSchema })),
  /** To the others: what a member's browser has measured. */
  'groupCall.memberLinkChanged': notice(Type.Object({ memberId: MemberIdSchema, link: LinkSchema })),
  'groupCall.said': notice(ChatMessageSchema),
  /** To everyone, the member included. */
  'groupCall.handChanged': notice(
    Type.Object({ memberId: MemberIdSchema, raisedAt: Type.Union([TimeSchema, Type.Null()]) }),
  ),
  /** To everyone, the member included: this is how it learns that its recording was refused. */
  'groupCall.recordingChanged': notice(Type.Object({ memberId: MemberIdSchema, on: Type.Boolean() })),
  'groupCall.serverRecordingChanged': notice(Type.Object({ on: Type.Boolean() })),
  'groupCall.lockChanged': notice(Type.Object({ locked: Type.Boolean(), by: MemberIdSchema })),
  /** To the member whose source was paused, by the owner. */
  'groupCall.muted': notice(
    Type.Object({ producerId: MediaObjectIdSchema, source: MediaSourceSchema, by: PartySchema }),
  ),
};

export const groupCallNotices = {
  ...roomNotices,
  /** The room has closed, but the call continues: join again at once, as a new member (SPEC.md, G9). */
  'groupCall.rebuildNeeded': notice(
    Type.Object({
      reason: Type.Union([
        Type.Literal('worker-died'),
        Type.Literal('node-lost'),
        Type.Literal('node-draining'),
      ]),
    }),
  ),
  /** To a party that is not in the call: its owner would like them to join. */
  'groupCall.rang': notice(
    Type.Object({ groupId: GroupIdSchema, groupName: Type.String(), by: PartySchema }),
  ),
  /** Stop ringing: the party has joined or declined in another browser, or the owner or the call has ended the ring. */
  'groupCall.ringEnded': notice(Type.Object({ groupId: GroupIdSchema })),
  /** Sent to the owner's browser that rang. */
  'groupCall.ringUnanswered': notice(
    Type.Object({
      groupId: GroupIdSchema,
      // Not `Type.Pick`, which brings 38 kB of TypeBox into every page.
      party: Type.Object({ kind: PartySchema.properties.kind, id: PartySchema.properties.id }),
      reason: Type.Union([
        Type.Literal('declined'),
        /** No answer within `RING_TIMEOUT_MS`. */
        Type.Literal('missed'),
      ]),
    }),
  ),
  /** The features have changed; what is no longer offered has been closed. */
  'groupCall.offeredChanged': notice(OfferedSchema),
  /** The call is over for this member, which must not rejoin automatically. */
  'groupCall.ended': notice(
    Type.Object({
      reason: Type.Union([
        /** No longer a member of the group. */
        Type.Literal('removed'),
        /** Put out by the owner, for the rest of this call. */
        Type.Literal('removed-by-owner'),
        /** The same by a manager, and the call ended for everyone (SPEC.md, M5). */
        Type.Literal('removed-by-manager'),
        Type.Literal('ended-by-manager'),
        Type.Literal('replaced'),
        Type.Literal('group-closed'),
        /** The 1-to-1 call that had moved here is over for this member. */
        Type.Literal('call-ended'),
        Type.Literal('service-disabled'),
      ]),
    }),
  ),
};
